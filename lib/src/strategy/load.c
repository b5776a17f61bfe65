/* Download of a DSP's program: its segments are copied to the DSP's memories over the bus, then its reset is released.
 *
 *     image:  ELF header | program headers | ... code ... | ... data ...
 *                                               |               |
 *                                   WEFT_PMEM_BUS_BASE   WEFT_DMEM_BUS_BASE   + (1 + dsp) x stride
 *
 * Source: "Executable and Linkable Format", Tool Interface Standard 1.2, part 1. The image is not trusted: each offset
 * is checked against the image's length before it is used.
 */
#include <weft/platform.h>

#if defined WEFT_PMEM_BUS_BASE && defined WEFT_DMEM_BUS_BASE && defined WEFT_CORE_CONTROL_BASE

#include <stdbool.h>
#include <strategy_load.h>
#include <string.h>
#include <weft/core.h>

#define ELF_MAGIC 0x464C457Fu     /* "\x7fELF" read as a number */
#define ELF_CLASS_32_LITTLE 0x101 /* bytes 4 and 5 */
#define ELF_EXECUTABLE 2u
#define ELF_RISCV 243u
#define SEGMENT_LOADED 1u
#define WORD 4u

struct elf_header {
    uint32_t magic;
    uint16_t class_and_order;
    uint16_t version_and_system;
    uint32_t padding[2];
    uint16_t type;
    uint16_t machine;
    uint32_t version;
    uint32_t entry;
    uint32_t segments_at;
    uint32_t sections_at;
    uint32_t flags;
    uint16_t header_bytes;
    uint16_t segment_bytes;
    uint16_t segments;
};

struct segment {
    uint32_t type;
    uint32_t at; /* offset in the image */
    uint32_t virtual_address;
    uint32_t address;
    uint32_t file_bytes;
    uint32_t memory_bytes;
    uint32_t flags;
    uint32_t alignment;
};

/* A memory of a DSP: its base address for programs and on the bus, and its size. */
struct place {
    uint32_t base, bytes, bus;
};

static bool is_within(uint32_t at, uint32_t bytes, uint32_t all)
{
    return at <= all && bytes <= all - at;
}

static bool is_program(const struct elf_header *header, uint32_t bytes)
{
    return bytes >= sizeof *header && header->magic == ELF_MAGIC && header->class_and_order == ELF_CLASS_32_LITTLE &&
           header->type == ELF_EXECUTABLE && header->machine == ELF_RISCV && header->entry == WEFT_PMEM_BASE &&
           header->segment_bytes == sizeof(struct segment) && header->segments_at % WORD == 0 &&
           is_within(header->segments_at, header->segments * sizeof(struct segment), bytes);
}

static bool is_loaded(const struct segment *segment)
{
    return segment->type == SEGMENT_LOADED && (segment->file_bytes | segment->memory_bytes) != 0;
}

/* Returns the bus address of a segment; 0 if it is not entirely in one of the DSP's memories, or not word-aligned. */
static uint32_t place_of(const struct segment *segment, const struct place places[2], uint32_t bytes)
{
    if (segment->file_bytes > segment->memory_bytes || !is_within(segment->at, segment->file_bytes, bytes) ||
        segment->at % WORD != 0 || segment->address % WORD != 0) {
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        const uint32_t offset = segment->address - places[i].base;
        if (segment->address >= places[i].base && is_within(offset, segment->memory_bytes, places[i].bytes)) {
            return places[i].bus + offset;
        }
    }
    return 0;
}

/* Writes a segment. Program memory accepts whole words only, so the last one is padded. */
static void write_words(uint32_t to, const uint8_t *from, uint32_t file_bytes, uint32_t memory_bytes)
{
    const uint32_t whole = file_bytes & ~(WORD - 1);
    uint32_t last = 0;
    memcpy((void *)(uintptr_t)to, from, whole);
    memcpy(&last, from + whole, file_bytes - whole);
    volatile uint32_t *next = (volatile uint32_t *)(uintptr_t)(to + whole);
    volatile uint32_t *const end = (volatile uint32_t *)(uintptr_t)(to + memory_bytes);
    for (; next < end; next++) {
        *next = last;
        last = 0;
    }
}

/* Is the DSP still in reset? Once a core runs, its program memory ignores writes over the bus, and reads as 0. */
static bool is_in_reset(const struct place *program)
{
    volatile uint32_t *const first = (volatile uint32_t *)(uintptr_t)program->bus;
    *first = UINT32_MAX;
    return *first == UINT32_MAX;
}

static bool fits(const struct elf_header *header, const struct place places[2], uint32_t bytes)
{
    const struct segment *const segments = (const void *)((const uint8_t *)header + header->segments_at);
    for (uint32_t i = 0; i < header->segments; i++) {
        if (is_loaded(&segments[i]) && place_of(&segments[i], places, bytes) == 0) {
            return false;
        }
    }
    return true;
}

/* Returns the bytes written. */
static uint32_t write_segments(const struct elf_header *header, const struct place places[2], uint32_t bytes)
{
    const uint8_t *const image = (const uint8_t *)header;
    const struct segment *const segments = (const void *)(image + header->segments_at);
    uint32_t written = 0;
    for (uint32_t i = 0; i < header->segments; i++) {
        if (is_loaded(&segments[i])) {
            write_words(place_of(&segments[i], places, bytes), image + segments[i].at, segments[i].file_bytes,
                        segments[i].memory_bytes);
            written += segments[i].memory_bytes;
        }
    }
    return written;
}

/* Releases the reset. The posted stores before this one complete before it. */
static void start(uint32_t core)
{
    volatile uint32_t *const release = (volatile uint32_t *)WEFT_CORE_CONTROL_BASE;
    release[core / 32] = UINT32_C(1) << core % 32;
}

int32_t strategy_load(unsigned dsp, const void *image, uint32_t bytes)
{
    const struct elf_header *const header = image;
    const uint32_t core = dsp + 1;
    if (core >= WEFT_CORES || core == weft_core() || (uintptr_t)image % WORD != 0) {
        return STRATEGY_ERR_ARGUMENT;
    }
    const struct place places[2] = {{WEFT_PMEM_BASE, WEFT_PMEM_SIZE, WEFT_PMEM_BUS_BASE + core * WEFT_PMEM_BUS_STRIDE},
                                    {WEFT_DMEM_BASE, WEFT_DMEM_SIZE, WEFT_DMEM_BUS_BASE + core * WEFT_DMEM_BUS_STRIDE}};
    if (!is_program(header, bytes) || !fits(header, places, bytes)) {
        return STRATEGY_ERR_IMAGE;
    }
    if (!is_in_reset(&places[0])) {
        return STRATEGY_ERR_BUSY;
    }
    const uint32_t written = write_segments(header, places, bytes);
    start(core);
    return (int32_t)written;
}

#endif
