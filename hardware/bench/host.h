// What the host of a chip does for its programs: semihosting ("Semihosting for AArch32 and AArch64", RISC-V
// Semihosting), as the simulator answers it (crates/sim/src/semihosting).
//
// The chip's driver gives it a way to the data memory of a core. Files are those of this machine; output comes in whole
// lines.

#ifndef HOST_H
#define HOST_H

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <sys/stat.h>
#include <vector>

class Memory
{
  public:
    virtual ~Memory() = default;
    virtual uint8_t read(uint32_t address) = 0;
    virtual void write(uint32_t address, uint8_t byte) = 0;

    uint32_t word(uint32_t address)
    {
        uint32_t value = 0;
        for (uint32_t i = 0; i < 4; i++)
            value |= uint32_t(read(address + i)) << 8 * i;
        return value;
    }

    void set_word(uint32_t address, uint32_t value)
    {
        for (uint32_t i = 0; i < 4; i++)
            write(address + i, uint8_t(value >> 8 * i));
    }
};

struct Reply {
    uint32_t value = 0;
    bool halts = false;
    int status = 0;
};

// The host of one core.
class Host
{
  public:
    Host(Memory &memory, std::string command_line) : memory(memory), command_line(std::move(command_line))
    {
    }

    Reply call(uint32_t operation, uint32_t parameter, uint64_t cycle);
    // A character of the console.
    void print(FILE *to, char character);
    void flush();

  private:
    Memory &memory;
    std::string command_line;
    std::map<uint32_t, FILE *> files;
    std::map<FILE *, std::string> lines;
    uint32_t error = 0;

    static constexpr uint32_t failed = UINT32_MAX, clock_hz = 200000000, time_at_start = 946684800;
    static constexpr uint32_t application_exit = 0x20026;

    bool is_console(FILE *file)
    {
        return file == stdin || file == stdout || file == stderr;
    }
    uint32_t fail(int number);
    FILE *file(uint32_t handle);
    std::string text(uint32_t address, uint32_t length);
    uint32_t open(uint32_t block);
    uint32_t write(uint32_t block);
    uint32_t read(uint32_t block);
    uint32_t length(uint32_t handle);
    uint32_t get_command_line(uint32_t block);
    Reply exit(uint32_t reason, uint32_t status);
};

inline uint32_t Host::fail(int number)
{
    error = uint32_t(number);
    return failed;
}

inline FILE *Host::file(uint32_t handle)
{
    auto found = files.find(handle);
    return found == files.end() ? nullptr : found->second;
}

inline std::string Host::text(uint32_t address, uint32_t length)
{
    std::string result;
    for (uint32_t i = 0; i < length; i++)
        result += char(memory.read(address + i));
    return result;
}

inline void Host::print(FILE *to, char character)
{
    std::string &line = lines[to];
    line += character;
    if (character == '\n') {
        fputs(line.c_str(), to);
        line.clear();
    }
}

inline void Host::flush()
{
    for (auto &[to, line] : lines) {
        fputs(line.c_str(), to);
        line.clear();
    }
}

inline uint32_t Host::open(uint32_t block)
{
    static const char *const modes[] = {"r", "rb", "r+", "r+b", "w", "wb", "w+", "w+b", "a", "ab", "a+", "a+b"};
    std::string name = text(memory.word(block), memory.word(block + 8));
    uint32_t mode = memory.word(block + 4), handle = 1;
    if (mode >= 12)
        return fail(EINVAL);
    FILE *opened = name != ":tt" ? fopen(name.c_str(), modes[mode]) : mode < 4 ? stdin : mode < 8 ? stdout : stderr;
    if (!opened)
        return fail(errno);
    while (files.count(handle))
        handle++;
    files[handle] = opened;
    return handle;
}

// Answers the number of bytes that were not written.
inline uint32_t Host::write(uint32_t block)
{
    FILE *to = file(memory.word(block));
    uint32_t length = memory.word(block + 8);
    if (!to || to == stdin) {
        error = EBADF;
        return length;
    }
    for (char character : text(memory.word(block + 4), length))
        if (is_console(to))
            print(to, character);
        else
            fputc(character, to);
    return 0;
}

// Answers the number of bytes that were not read.
inline uint32_t Host::read(uint32_t block)
{
    FILE *from = file(memory.word(block));
    uint32_t address = memory.word(block + 4), length = memory.word(block + 8), done = 0;
    if (!from) {
        error = EBADF;
        return length;
    }
    // The console is at its end: the chip's programs read files alone.
    for (int character; from != stdin && done < length && (character = fgetc(from)) != EOF; done++)
        memory.write(address + done, uint8_t(character));
    return length - done;
}

inline uint32_t Host::length(uint32_t handle)
{
    FILE *of = file(handle);
    struct stat facts;
    if (!of || is_console(of))
        return fail(of ? ESPIPE : EBADF);
    fflush(of);
    return fstat(fileno(of), &facts) == 0 ? uint32_t(facts.st_size) : fail(errno);
}

inline uint32_t Host::get_command_line(uint32_t block)
{
    uint32_t buffer = memory.word(block), length = uint32_t(command_line.size());
    if (length >= memory.word(block + 4))
        return fail(E2BIG);
    for (uint32_t i = 0; i <= length; i++)
        memory.write(buffer + i, uint8_t(command_line.c_str()[i]));
    memory.set_word(block + 4, length);
    return 0;
}

inline Reply Host::exit(uint32_t reason, uint32_t status)
{
    flush();
    bool is_well = reason == application_exit;
    return {0, true, is_well ? int(status) : status ? int(status) : 1};
}

inline Reply Host::call(uint32_t operation, uint32_t parameter, uint64_t cycle)
{
    auto argument = [&](uint32_t number) { return memory.word(parameter + 4 * number); };
    switch (operation) {
    case 0x01:
        return {open(parameter)};
    case 0x02: {
        FILE *closed = file(argument(0));
        if (closed && !is_console(closed))
            fclose(closed);
        return {files.erase(argument(0)) ? 0 : fail(EBADF)};
    }
    case 0x03:
        print(stdout, char(memory.read(parameter)));
        return {};
    case 0x04:
        for (; memory.read(parameter); parameter++)
            print(stdout, char(memory.read(parameter)));
        return {};
    case 0x05:
        return {write(parameter)};
    case 0x06:
        return {read(parameter)};
    case 0x08:
        return {argument(0) >> 31};
    case 0x09: {
        FILE *asked = file(argument(0));
        return {asked ? is_console(asked) : fail(EBADF)};
    }
    case 0x0a: {
        FILE *moved = file(argument(0));
        bool is_moved = moved && !is_console(moved) && fseek(moved, long(argument(1)), SEEK_SET) == 0;
        return {is_moved ? 0 : fail(moved ? ESPIPE : EBADF)};
    }
    case 0x0c:
        return {length(argument(0))};
    case 0x10:
        return {uint32_t(cycle * 100 / clock_hz)};
    case 0x11:
        return {uint32_t(time_at_start + cycle / clock_hz)};
    case 0x13:
        return {error};
    case 0x15:
        return {get_command_line(parameter)};
    case 0x16:
        for (uint32_t i = 0; i < 4; i++)
            memory.set_word(argument(0) + 4 * i, 0);
        return {};
    case 0x18:
        return exit(parameter, 0);
    case 0x20:
        return exit(argument(0), argument(1));
    case 0x30:
        memory.set_word(parameter, uint32_t(cycle));
        memory.set_word(parameter + 4, uint32_t(cycle >> 32));
        return {};
    case 0x31:
        return {clock_hz};
    default:
        return {fail(ENOSYS)};
    }
}

#endif
