// The circuits of a chip as an engine of `weft`: a process that is told by its standard input what to do, and answers
// by its standard output (crates/hardware/src/engine speaks with it).
//
// All is in 32-bit words of this machine's order; 64-bit numbers are two words, the lower one first. Bytes are padded
// to whole words. CORE is a number; addresses are those of the core's own map.
//
//   order                                  answer
//   'W' CORE ADDRESS LENGTH bytes          -                   writes memory
//   'R' CORE ADDRESS LENGTH                bytes               reads memory
//   'B' ADDRESS CORES(2)                   -                   begins: the cores in this set run, from this address on
//   'G' CYCLE(2) WATCH                     events              goes on up to this cycle
//   'I' CORE ADDRESS                       -                   notes this instruction
//   'N' CORE                               counts              what `send_counts` says
//   'M' CORE                               pages               data memory: ADDRESS and 4096 bytes each; at the end ~0
//   'Q'                                    COUNT               registers that are shown next to the cores
//
//   event                                  order that must follow, after any 'W' and 'R'
//   'C' CORE CYCLE(2) PC A B               'A' TAKEN HALTS VALUE STOPS   a core asks the host; STOPS: all
//   'P' CORE BYTE                          -                   a core has written to the console
//   'O' CYCLE(2) cores registers           -                   with WATCH, at the end of each cycle: of each core that
//                                                              runs ISSUES PC RD VALUE; of each register that has
//                                                              changed, 0 at first, NUMBER + 1 VALUE(2); then 0
//   'T' CORE CYCLE(2) PC x0..x31           any                 an instruction that is noted issues
//   'F' CORE PC CAUSE VALUE                -                   an exception without a handler; the end follows
//   'E' CYCLE(2) INSTRUCTIONS(2) WHY SINCE(2)  -               has stopped: at the cycle, all have exited and what they
//                                                              began is complete, at rest (since the cycle SINCE), at
//                                                              once
//
// With an argument, a number, registers and memories hold anything at first, by this seed; without one, zeros. Ctrl-C
// is for `weft`; this process ends when its input does.

#include "Vchip.h"
#include "Vchip__Dpi.h"
#include "coverage.h"
#include "memories.h"
#include "ports.h"
#include "registers.h"
#include "verilated.h"
#include "words.h"
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace
{
constexpr int cores = CORES;
constexpr uint64_t patience = 1 << 17; // cycles without an instruction until the chip is looked at
enum Why : uint32_t { at_cycle, all_exited, at_rest, stopped };

// The scopes of a core.
struct Core {
    svScope observer, unit;
    std::vector<bool> noted; // halfwords of its program memory

    explicit Core(int core)
    {
        std::string number = "[" + std::to_string(core) + "].";
        observer = scope("circuits.tiles" + number + "core.processor.observer");
        unit = scope("circuits.message_passing.core" + number + "unit.observer");
    }
};

// An exception without a handler, or a host that wants no more.
bool must_stop;

class Engine
{
  public:
    Engine();
    void serve();

  private:
    Vchip chip;
    std::vector<Core> all;
    Memories memories;
    Registers registers;
    svScope driven;
    std::vector<svScope> sleepers; // that tell whether nothing but others can wake them
    uint64_t running = 0, halted = 0, cycle = 0, last_issue = 0;
    bool is_any_noted = false;

    void begin(uint32_t address, uint64_t which);
    void go(uint64_t until, bool watch);
    void ask(int core);
    bool obey(uint32_t order);
    void show();
    void tell_noted();
    uint64_t at_rest_since();
    bool is_at_rest();
    void send_counts(int core);
};

Engine::Engine() : driven(svGetScopeFromName("TOP.driven"))
{
    for (int core = 0; core < cores; core++) {
        all.emplace_back(core);
        sleepers.push_back(all[core].observer);
    }
    if (MAC)
        sleepers.push_back(scope("circuits.with_mac.on_bus.unit.registers"));
    // When power comes, registers may hold a store that is being carried out. It reaches a memory here, and not after
    // programs are in it.
    svSetScope(driven);
    set_reset(true);
    chip.eval();
    tick(chip, driven);
}

void Engine::begin(uint32_t address, uint64_t which)
{
    running = which;
    begin_at(chip, driven, which, address);
}

// Carries out an order that may come at any time; false if it is another one.
bool Engine::obey(uint32_t order)
{
    if (order != 'W' && order != 'R')
        return false;
    int core = int(word());
    uint32_t address = word(), length = word();
    if (order == 'W')
        memories.write(core, address, length);
    else
        memories.read(core, address, length);
    return true;
}

// Has the host answer a core.
void Engine::ask(int core)
{
    for (uint32_t value : {uint32_t('C'), uint32_t(core)})
        put(value);
    put_two(cycle);
    for (uint32_t value : {element(chip.seen_pc, core), element(chip.host_a, core), element(chip.host_b, core)})
        put(value);
    fflush(stdout);
    uint32_t order;
    while (obey(order = word()))
        fflush(stdout);
    if (order != 'A')
        exit(1);
    bool takes = word() != 0, halts = word() != 0;
    halted |= uint64_t(halts) << core;
    svSetScope(driven);
    answer(core, takes, halts, int(word()));
    must_stop |= word() != 0;
}

// Tells of the instructions that issue and are noted, and waits until that has been taken up.
void Engine::tell_noted()
{
    for (int core = 0; core < cores; core++) {
        uint32_t pc = element(chip.seen_pc, core);
        const std::vector<bool> &noted = all[core].noted;
        if (!(chip.seen_issue >> core & 1) || pc / 2 >= noted.size() || !noted[pc / 2])
            continue;
        put('T');
        put(uint32_t(core));
        put_two(cycle);
        put(pc);
        svSetScope(all[core].observer);
        for (int number = 0; number < 32; number++)
            put(uint32_t(register_now(number)));
        fflush(stdout);
        while (obey(word()))
            fflush(stdout);
    }
}

void Engine::show()
{
    put('O');
    put_two(cycle);
    for (int core = 0; core < cores; core++) {
        if (!(running >> core & 1))
            continue;
        put(uint32_t(chip.seen_issue >> core & 1));
        put(element(chip.seen_pc, core));
        put(uint32_t(register_of(chip.seen_rd, core)));
        put(element(chip.seen_value, core));
    }
    registers.show();
}

// Can nothing happen any more? Cores that wait for each other drive no wire, and none has a timer; the MAC unit is stopped.
bool Engine::is_at_rest()
{
    return std::all_of(sleepers.begin(), sleepers.end(), [](svScope part) {
        svSetScope(part);
        return awaits_others() != 0;
    });
}

// The cycle after the last in which a core issued or a message unit did something.
uint64_t Engine::at_rest_since()
{
    uint64_t since = last_issue + 1;
    for (const Core &core : all) {
        svSetScope(core.unit);
        // Counted from the end of reset, which is two cycles before cycle 0.
        uint64_t last = uint64_t(last_activity());
        if (last >= 2 && last - 2 > since)
            since = last - 2;
    }
    return since;
}

void Engine::go(uint64_t until, bool watch)
{
    Why why = at_cycle;
    for (; cycle < until && why == at_cycle; cycle++) {
        if (chip.host_ask) {
            for (int core = 0; core < cores; core++)
                if (chip.host_ask >> core & 1)
                    ask(core);
            chip.eval();
        }
        if (watch)
            show();
        if (is_any_noted && chip.seen_issue)
            tell_noted();
        if (chip.print)
            for (uint32_t value : {uint32_t('P'), uint32_t(chip.printer), uint32_t(chip.character)})
                put(value);
        if (chip.seen_issue)
            last_issue = cycle;
        else if (cycle - last_issue > patience && is_at_rest()) {
            why = at_rest;
            break;
        }
        tick(chip, driven);
        if (must_stop)
            why = stopped;
        else if (running == halted && is_all_complete(driven))
            why = all_exited;
    }
    uint64_t instructions = 0;
    for (const Core &core : all) {
        svSetScope(core.observer);
        instructions += uint64_t(instruction_count());
    }
    write_coverage();
    put('E');
    put_two(cycle);
    put_two(instructions);
    put(why);
    put_two(why == at_rest ? at_rest_since() : cycle);
    fflush(stdout);
}

// Instructions, cycles in each class, messages and bytes sent and received (2 words each); the present class; the cycle
// of the last activity of its message unit, counted from the end of reset; x0 to x31 and pc; then lists that end with
// 0: request words of messages and of single words that are left (2 words each), SLOT + 1, executions and cycles of
// each instruction.
void Engine::send_counts(int core)
{
    svSetScope(all[core].observer);
    put_two(uint64_t(instruction_count()));
    for (int number = 0; number < 7; number++)
        put_two(uint64_t(class_cycles(number)));
    uint32_t present = uint32_t(class_now());
    svSetScope(all[core].unit);
    for (int number = 0; number < 4; number++)
        put_two(uint64_t(message_count(number)));
    put(present);
    svSetScope(all[core].observer);
    for (int number = 0; number <= 32; number++)
        put(uint32_t(register_now(number)));
    svSetScope(all[core].unit);
    for (auto list : {block_left, word_left}) {
        uint64_t left;
        for (int place = 0; (left = uint64_t(list(place))) != 0; place++)
            put_two(left);
        put_two(0);
    }
    svSetScope(all[core].observer);
    for (int slot = 0; slot < PROGRAM_BYTES / 2; slot++) {
        uint32_t times = uint32_t(executions(slot)), cycles = uint32_t(cycles_of(slot));
        if (times || cycles)
            for (uint32_t value : {uint32_t(slot + 1), times, cycles})
                put(value);
    }
    put(0);
}

void Engine::serve()
{
    for (;;) {
        uint32_t order = word();
        if (obey(order)) {
        } else if (order == 'B') {
            uint32_t address = word();
            begin(address, two_words());
        } else if (order == 'G') {
            uint64_t until = two_words();
            go(until, word() != 0);
        } else if (order == 'I') {
            Core &core = all[word()];
            core.noted.resize(PROGRAM_BYTES / 2);
            core.noted[word() / 2 % (PROGRAM_BYTES / 2)] = true;
            is_any_noted = true;
        } else if (order == 'N') {
            send_counts(int(word()));
        } else if (order == 'M') {
            memories.send_pages(int(word()));
        } else if (order == 'Q') {
            put(registers.count());
        } else {
            exit(1);
        }
        fflush(stdout);
    }
}
} // namespace

// Of the observers: an exception for which the program has no handler.
extern "C" void fault_seen(int core, int pc, int cause, int value)
{
    must_stop = true;
    for (int each : {int('F'), core, pc, cause, value})
        put(uint32_t(each));
}

int main(int count, char **arguments)
{
    if (count > 1) {
        Verilated::randReset(2);
        Verilated::randSeed(int(strtoul(arguments[1], nullptr, 10)));
    }
    signal(SIGINT, SIG_IGN);
    setvbuf(stdout, nullptr, _IOFBF, 1 << 20);
    Engine().serve();
}
