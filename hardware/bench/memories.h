// The memories of a chip as the host of an engine accesses them, by the addresses of a core's map.

#ifndef MEMORIES_H
#define MEMORIES_H

#include "ports.h"
#include "words.h"
#include <algorithm>
#include <set>
#include <string>
#include <vector>

class Memories
{
  public:
    Memories();
    // Bytes, padded to whole words, from the standard input and to the standard output.
    void write(int core, uint32_t address, uint32_t length);
    void read(int core, uint32_t address, uint32_t length);
    // Those of a data memory that have been written from here, or are not zero: ADDRESS and 4096 bytes each; at the end ~0.
    void send_pages(int core);

  private:
    static constexpr uint32_t data_base = 0x10000000, shared_base = 0x80000000, page_bytes = 4096;
    struct Core {
        svScope program, data;
        std::set<uint32_t> pages; // of its data memory that have been written from here
    };
    svScope shared = scope("circuits.shared_memory");
    std::vector<Core> all;

    int select(int core, uint32_t address);
    void write_some(int core, uint32_t address, uint32_t bytes, uint32_t four);
};

inline Memories::Memories()
{
    for (int core = 0; core < CORES; core++) {
        std::string tile = "circuits.tiles[" + std::to_string(core) + "].core.";
        all.push_back({scope(tile + "program_memory"), scope(tile + "data_memory"), {}});
    }
}

// Selects the memory of an address, and returns the word's place in it.
inline int Memories::select(int core, uint32_t address)
{
    bool is_shared = address >= shared_base, is_data = address >= data_base;
    svSetScope(is_shared ? shared : is_data ? all[core].data : all[core].program);
    return int((address & (is_shared ? 0x7fffffff : 0xfffffff)) / 4);
}

// Writes up to four bytes.
inline void Memories::write_some(int core, uint32_t address, uint32_t bytes, uint32_t four)
{
    if (bytes == 4 && address % 4 == 0)
        return poke(select(core, address), int(four));
    for (uint32_t i = 0; i < bytes; i++) {
        int place = select(core, address + i), shift = 8 * int((address + i) % 4);
        uint32_t kept = uint32_t(peek(place)) & ~(0xffu << shift);
        poke(place, int(kept | (four >> 8 * i & 0xff) << shift));
    }
}

inline void Memories::write(int core, uint32_t address, uint32_t length)
{
    for (uint32_t i = 0; i < length; i += 4)
        write_some(core, address + i, std::min(length - i, 4u), word());
    for (uint32_t page = address / page_bytes; length && page <= (address + length - 1) / page_bytes; page++)
        all[core].pages.insert(page);
}

inline void Memories::read(int core, uint32_t address, uint32_t length)
{
    for (uint32_t i = 0; i < length; i += 4) {
        uint32_t four = 0;
        for (uint32_t j = i; j < length && j < i + 4; j++) {
            int place = select(core, address + j);
            four |= (uint32_t(peek(place)) >> 8 * ((address + j) % 4) & 0xff) << 8 * (j - i);
        }
        put(four);
    }
}

inline void Memories::send_pages(int core)
{
    svSetScope(all[core].data);
    for (uint32_t page = 0; page < DATA_BYTES / page_bytes; page++) {
        uint32_t words[page_bytes / 4], any = 0;
        for (uint32_t i = 0; i < page_bytes / 4; i++)
            any |= words[i] = uint32_t(peek(int(page * (page_bytes / 4) + i)));
        uint32_t address = data_base + page * page_bytes;
        if (!any && !all[core].pages.count(address / page_bytes))
            continue;
        put(address);
        fwrite(words, sizeof words, 1, stdout);
    }
    put(~0u);
}

#endif
