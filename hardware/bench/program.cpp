// Runs a program on the circuits of a chip, in lock step with a trace of the model (crates/sim/examples/program_trace).
//
// In each cycle the same cores issue an instruction, at the same address, with the same values in x1 to x31; at the end
// the data memories are equal. What the host answered comes from the trace. At the first difference the driver tells
// cycle, core, and both values.

#include "Vchip.h"
#include "Vchip__Dpi.h"
#include "drivers.h"
#include "verilated.h"
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace
{
constexpr int cores = CORES;
constexpr uint32_t data_base = 0x10000000, program_bytes = 256 << 10, data_bytes = 4 << 20;
constexpr int reset_cycles = 2;

struct Record {
    char kind;
    int core;
    uint32_t cycle = 0, address = 0;
    std::array<uint32_t, 32> x{};
    std::vector<uint8_t> bytes;
};

uint32_t word()
{
    uint32_t value;
    if (fread(&value, sizeof value, 1, stdin) != 1) {
        fprintf(stderr, "the trace ends too soon\n");
        exit(2);
    }
    return value;
}

Record next_record()
{
    uint32_t head = word();
    Record record{char(head & 0xff), int(head >> 8)};
    switch (record.kind) {
    case 'B':
        record.address = word();
        record.cycle = word();
        break;
    case 'P':
    case 'D':
    case 'F':
        record.address = word();
        record.bytes.resize(word());
        for (size_t i = 0; i < record.bytes.size(); i += 4) {
            uint32_t value = word();
            for (size_t j = i; j < record.bytes.size() && j < i + 4; j++)
                record.bytes[j] = uint8_t(value >> 8 * (j - i));
        }
        break;
    case 'H':
        record.cycle = word();
        record.x[0] = word();
        record.x[1] = word();
        break;
    case 'I':
        record.cycle = word();
        record.address = word();
        for (int i = 1; i < 32; i++)
            record.x[i] = word();
        break;
    case 'E':
        record.cycle = word();
        record.x[0] = word();
        break;
    default:
        fprintf(stderr, "no kind of record: %#x\n", head);
        exit(2);
    }
    return record;
}

void select(int core, const char *memory)
{
    std::string name = "TOP.chip.tiles[" + std::to_string(core) + "].core." + memory;
    svSetScope(svGetScopeFromName(name.c_str()));
}

// Writes bytes to the memory that has been selected.
void write(uint32_t offset, const std::vector<uint8_t> &bytes)
{
    for (size_t i = 0; i < bytes.size(); i++) {
        int place = int((offset + i) / 4), shift = 8 * ((offset + i) % 4);
        uint32_t value = uint32_t(peek(place)) & ~(0xffu << shift);
        poke(place, int(value | uint32_t(bytes[i]) << shift));
    }
}

void write_data(const Record &record)
{
    select(record.core, "data_memory");
    write(record.address - data_base, record.bytes);
}

class Bench
{
  public:
    int run();

  private:
    Vchip chip;
    Record record; // the next of the trace
    uint32_t cycle = 0;
    uint64_t issued = 0;
    uint32_t x[cores][32] = {};

    void load();
    bool compare_cycle();
    void serve(const Record &reply);
    bool compare_issue(const Record *expected, int core);
    bool compare_memories();
    void tick();
};

void Bench::load()
{
    record = next_record();
    chip.boot_address = record.address;
    chip.run = (1u << record.cycle) - 1;
    chip.reset = 1;
    chip.clk = 0;
    chip.eval();
    while ((record = next_record()).kind == 'P' || record.kind == 'D') {
        if (record.kind == 'D') {
            write_data(record);
            continue;
        }
        for (int core = 0; core < cores; core++) {
            bool is_data = record.address >= data_base;
            select(core, is_data ? "data_memory" : "program_memory");
            write(record.address - (is_data ? data_base : 0), record.bytes);
        }
    }
    for (int i = 0; i < reset_cycles; i++)
        tick();
    chip.reset = 0;
    for (int i = 0; i < 2; i++)
        tick();
}

void Bench::tick()
{
    for (int core = 0; core < cores; core++)
        if (int rd = chip.seen_rd >> 5 * core & 31)
            x[core][rd] = chip.seen_value[core];
    chip.clk = 1;
    chip.eval();
    chip.clk = 0;
    chip.host_takes = 0;
    chip.host_halts = 0;
    chip.eval();
}

// A call of the host, which the core asks for in this cycle.
void Bench::serve(const Record &reply)
{
    chip.host_takes |= 1u << reply.core;
    chip.host_halts |= uint32_t(reply.x[0] != 0) << reply.core;
    chip.host_value[reply.core] = reply.x[1];
}

bool Bench::compare_issue(const Record *expected, int core)
{
    bool issues = chip.seen_issue >> core & 1;
    if (issues != (expected != nullptr)) {
        printf("cycle %" PRIu32 ", core %d: the model %s, the circuit %s (model's pc %#x, circuit's pc %#x)\n", cycle,
               core, expected ? "issues" : "does not issue", issues ? "issues" : "does not",
               expected ? expected->address : 0, chip.seen_pc[core]);
        return false;
    }
    if (!expected)
        return true;
    issued++;
    if (chip.seen_pc[core] != expected->address) {
        printf("cycle %" PRIu32 ", core %d: pc %#x, circuit %#x\n", cycle, core, expected->address, chip.seen_pc[core]);
        return false;
    }
    int written = chip.seen_rd >> 5 * core & 31;
    for (int i = 1; i < 32; i++) {
        uint32_t value = i == written ? chip.seen_value[core] : x[core][i];
        if (value != expected->x[i]) {
            printf("cycle %" PRIu32 ", core %d, pc %#x: x%d is %#x, circuit %#x\n", cycle, core, expected->address, i,
                   expected->x[i], value);
            return false;
        }
    }
    return true;
}

bool Bench::compare_cycle()
{
    std::vector<Record> issues;
    for (; (record.kind == 'H' || record.kind == 'I' || record.kind == 'D') &&
           (record.kind == 'D' || record.cycle == cycle);
         record = next_record()) {
        if (record.kind == 'D')
            write_data(record);
        if (record.kind == 'H')
            serve(record);
        if (record.kind == 'I')
            issues.push_back(record);
    }
    chip.eval();
    for (int core = 0; core < cores; core++) {
        const Record *expected = nullptr;
        for (const Record &issue : issues)
            if (issue.core == core)
                expected = &issue;
        if (!compare_issue(expected, core))
            return false;
    }
    return true;
}

// Pages that the trace does not have are zeros.
bool Bench::compare_memories()
{
    std::map<std::pair<int, uint32_t>, Record> pages;
    for (; record.kind == 'F'; record = next_record())
        pages[{record.core, record.address}] = record;
    // A run that is cut may end within a message, which the model moves block by block, the circuit word by word.
    if (record.x[0] != 0)
        return true;
    for (int core = 0; core < cores; core++) {
        if (!(chip.run >> core & 1))
            continue;
        select(core, "data_memory");
        for (uint32_t place = 0; place < data_bytes; place += 4) {
            auto page = pages.find({core, data_base + (place & ~0xfffu)});
            uint32_t expected = 0;
            if (page != pages.end())
                memcpy(&expected, &page->second.bytes[place & 0xfff], 4);
            if (uint32_t(peek(int(place / 4))) != expected) {
                printf("core %d, data memory at %#x: %#x, circuit %#x\n", core, data_base + place, expected,
                       peek(int(place / 4)));
                return false;
            }
        }
    }
    return true;
}

int Bench::run()
{
    load();
    while (record.kind != 'F' && record.kind != 'E') {
        if (!compare_cycle())
            return 1;
        tick();
        cycle++;
    }
    // The instructions of the last cycles write what they have still to write.
    for (int i = 0; i < 2; i++)
        if (record.kind == 'F')
            tick();
    if (!compare_memories())
        return 1;
    printf("%" PRIu32 " cycles, %" PRIu64 " instructions, %s, no difference\n", record.cycle, issued,
           record.x[0] ? "not to the end" : "to the end");
    return 0;
}
} // namespace

int follow_trace()
{
    return Bench().run();
}
