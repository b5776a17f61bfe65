// Runs programs on the circuits of a chip, and serves them as their host.
//
// Usage: Vchip RANKS BOOT_ADDRESS CYCLES IMAGES COMMAND_LINE. IMAGES is the folder with the programs' images
// (`hardware/image`), CYCLES the most that they run. They have run when all cores have exited; the exit status is the
// first one that is not 0.

#include "Vchip.h"
#include "Vchip__Dpi.h"
#include "host.h"
#include "ports.h"
#include "verilated.h"
#include <cinttypes>
#include <cstdlib>
#include <fstream>
#include <memory>

namespace
{
constexpr int cores = CORES;
constexpr uint32_t data_base = 0x10000000;

// The program memory and the data memory of a core.
class CoreMemory : public Memory
{
  public:
    explicit CoreMemory(int core)
    {
        std::string tile = "TOP.driven.circuits.tiles[" + std::to_string(core) + "].core.";
        program = svGetScopeFromName((tile + "program_memory").c_str());
        data = svGetScopeFromName((tile + "data_memory").c_str());
    }

    uint8_t read(uint32_t address) override
    {
        return uint8_t(word_of(address) >> 8 * (address % 4));
    }

    void write(uint32_t address, uint8_t byte) override
    {
        uint32_t shift = 8 * (address % 4), word = word_of(address);
        poke(int((address & 0xfffffff) / 4), int((word & ~(0xffu << shift)) | uint32_t(byte) << shift));
    }

    // What the memories hold at first: words of $readmemh.
    void load(const std::string &program_image, const std::string &data_image)
    {
        fill(program, program_image);
        fill(data, data_image);
    }

  private:
    svScope program, data;

    static void fill(svScope memory, const std::string &image)
    {
        std::ifstream file(image);
        int place = 0;
        svSetScope(memory);
        for (std::string word; file >> word;)
            if (word[0] == '@')
                place = std::stoi(word.substr(1), nullptr, 16);
            else
                poke(place++, int(std::stoul(word, nullptr, 16)));
    }

    uint32_t word_of(uint32_t address)
    {
        svSetScope(address < data_base ? program : data);
        return uint32_t(peek(int((address & 0xfffffff) / 4)));
    }
};

struct Core {
    CoreMemory memory;
    Host host;
    bool has_exited = false;
    int status = 0;
    uint64_t instructions = 0;

    Core(int number, const std::string &command_line) : memory(number), host(memory, command_line)
    {
    }
};

class Chip
{
  public:
    Chip(int ranks, uint32_t boot_address, const std::string &images, const std::string &command_line);
    int run(uint64_t most);

  private:
    Vchip chip;
    svScope driven = svGetScopeFromName("TOP.driven");
    std::vector<std::unique_ptr<Core>> running;
    uint64_t cycle = 0;
    size_t exited = 0;

    void serve();
};

Chip::Chip(int ranks, uint32_t boot_address, const std::string &images, const std::string &command_line)
{
    for (int i = 0; i < ranks; i++) {
        running.push_back(std::make_unique<Core>(i, command_line));
        std::string number = {char('0' + i / 10), char('0' + i % 10)};
        running[i]->memory.load(images + "/program.hex", images + "/data" + number + ".hex");
    }
    begin_at(chip, driven, (uint64_t(1) << ranks) - 1, boot_address);
}

// Answers what the cores ask in this cycle.
void Chip::serve()
{
    for (size_t i = 0; i < running.size(); i++) {
        Core &core = *running[i];
        if (!(chip.host_ask >> i & 1))
            continue;
        Reply reply = core.host.call(element(chip.host_a, int(i)), element(chip.host_b, int(i)), cycle);
        svSetScope(driven);
        answer(int(i), true, reply.halts, int(reply.value));
        if (reply.halts) {
            core.has_exited = true;
            core.status = reply.status;
            exited++;
        }
    }
    chip.eval();
    for (size_t i = 0; i < running.size(); i++)
        running[i]->instructions += chip.seen_issue >> i & 1;
    if (chip.print)
        running[chip.printer]->host.print(stdout, char(chip.character));
}

int Chip::run(uint64_t most)
{
    for (; !(exited == running.size() && is_all_complete(driven)) && cycle < most; cycle++) {
        serve();
        tick(chip, driven);
    }
    uint64_t instructions = 0;
    int status = exited < running.size();
    for (auto &core : running) {
        core->host.flush();
        instructions += core->instructions;
        status = status ? status : core->status;
    }
    fprintf(stderr, "%" PRIu64 " cycles, %" PRIu64 " instructions%s\n", cycle, instructions,
            exited < running.size() ? ", not to the end" : "");
    return status;
}
} // namespace

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: Vchip RANKS BOOT_ADDRESS CYCLES IMAGES COMMAND_LINE\n");
        return 2;
    }
    auto boot_address = uint32_t(strtoul(argv[2], nullptr, 0));
    return Chip(atoi(argv[1]), boot_address, argv[4], argv[5]).run(strtoull(argv[3], nullptr, 0));
}
