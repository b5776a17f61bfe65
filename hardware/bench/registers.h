// The registers of message units, controller, bus and devices that are shown next to those of the cores.

#ifndef REGISTERS_H
#define REGISTERS_H

#include "ports.h"
#include "words.h"
#include <string>
#include <vector>

class Registers
{
  public:
    Registers();
    uint32_t count() const
    {
        return uint32_t(told.size());
    }
    // Of each that has changed since it was shown, and is not 0 at first, NUMBER + 1 VALUE(2); then 0.
    void show();

  private:
    std::vector<svScope> parts; // that have registers, in the order of crates/hardware/src/engine/registers.rs
    std::vector<uint64_t> told;
};

inline Registers::Registers()
{
    for (int core = 0; core < CORES; core++)
        parts.push_back(scope("circuits.message_passing.core[" + std::to_string(core) + "].unit.registers"));
    for (const char *part : {"circuits.message_passing.controller.registers", "circuits.shared_bus.registers"})
        parts.push_back(scope(part));
    if (MAC)
        for (const char *part : {"controller.registers", "unit.registers"})
            parts.push_back(scope(std::string("circuits.with_mac.on_bus.") + part));
    for (svScope part : parts) {
        svSetScope(part);
        told.resize(told.size() + size_t(observed_registers()));
    }
}

inline void Registers::show()
{
    size_t number = 0;
    for (svScope part : parts) {
        svSetScope(part);
        for (int i = 0, count = observed_registers(); i < count; i++, number++) {
            uint64_t value = uint64_t(observed(i));
            if (told[number] == value)
                continue;
            told[number] = value;
            put(uint32_t(number + 1));
            put_two(value);
        }
    }
    put(0);
}

#endif
