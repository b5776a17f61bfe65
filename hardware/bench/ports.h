// The ports of a chip that is driven (driven.sv): its clock, and those that have 32 or 5 bits for each core. Verilator makes an integer of up to 64 bits, and an array
// of words of more.

#ifndef PORTS_H
#define PORTS_H

#include "Vchip__Dpi.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>

inline svScope scope(const std::string &name)
{
    svScope found = svGetScopeFromName(("TOP.driven." + name).c_str());
    if (!found) {
        fprintf(stderr, "no %s in the circuits\n", name.c_str());
        exit(1);
    }
    return found;
}

// Of 32 bits a core.
template <typename Port> uint32_t element(const Port &port, int core)
{
    if constexpr (std::is_integral_v<Port>)
        return uint32_t(port >> 32 * core);
    else
        return port[core];
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

// A cycle of the clock. `driven` is the scope of driven.sv; the host's answers hold for this cycle.
template <typename Chip> void tick(Chip &chip, svScope driven)
{
    bool is_answered = chip.host_ask != 0;
    chip.clk = 1;
    chip.eval();
    chip.clk = 0;
    if (is_answered) {
        svSetScope(driven);
        no_answers();
    }
    chip.eval();
}

// Two cycles of reset, and the two until the first instruction may issue.
template <typename Chip> void begin_at(Chip &chip, svScope driven, uint64_t cores, uint32_t address)
{
    svSetScope(driven);
    set_run((long long)cores, int(address));
    chip.eval();
    for (bool reset : {true, false}) {
        svSetScope(driven);
        set_reset(reset);
        for (int i = 0; i < 2; i++)
            tick(chip, driven);
    }
}

// Of all cores that have exited: is complete what they began?
inline bool is_all_complete(svScope driven)
{
    svSetScope(driven);
    return is_complete() != 0;
}

#endif
