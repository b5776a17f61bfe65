// The ports of a chip: its clock, and those that have 32 or 5 bits for each core. Verilator makes an integer of up to 64 bits, and an array
// of words of more.

#ifndef PORTS_H
#define PORTS_H

#include <cstdint>
#include <type_traits>

// Of 32 bits a core.
template <typename Port> uint32_t element(const Port &port, int core)
{
    if constexpr (std::is_integral_v<Port>)
        return uint32_t(port >> 32 * core);
    else
        return port[core];
}

template <typename Port> void set_element(Port &port, int core, uint32_t value)
{
    if constexpr (std::is_integral_v<Port>)
        port = (port & ~(Port(0xffffffff) << 32 * core)) | Port(value) << 32 * core;
    else
        port[core] = value;
}

// Of five bits a core.
template <typename Port> int register_of(const Port &port, int core)
{
    int bit = 5 * core;
    if constexpr (std::is_integral_v<Port>)
        return int(port >> bit & 31);
    else {
        uint64_t both = port[bit / 32];
        if (bit % 32 > 27)
            both |= uint64_t(port[bit / 32 + 1]) << 32;
        return int(both >> bit % 32 & 31);
    }
}

// A cycle of the clock, behind which the host has nothing to say yet.
template <typename Chip> void tick(Chip &chip)
{
    chip.clk = 1;
    chip.eval();
    chip.clk = 0;
    chip.host_takes = 0;
    chip.host_halts = 0;
    chip.eval();
}

// Two cycles of reset, and the two until the first instruction may issue.
template <typename Chip> void leave_reset(Chip &chip)
{
    for (int i = 0; i < 2; i++)
        tick(chip);
    chip.reset = 0;
    for (int i = 0; i < 2; i++)
        tick(chip);
}

#endif
