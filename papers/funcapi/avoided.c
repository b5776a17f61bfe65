/* What a core pays for that section VII.C of the source says to avoid: memory allocated in a run, and copies. One core.
 *
 *     allocation fresh CYCLES              malloc() where nothing has been freed yet, median
 *     allocation LIVE CYCLES               malloc() where LIVE blocks are in use and any others have been freed, median
 *     allocation-least LIVE CYCLES
 *     allocation-most LIVE CYCLES
 *     release LIVE CYCLES                  free() there, median
 *     memcpy BYTES CYCLES                  from one buffer to another, median
 *
 * Sizes are random, from 1 to MOST bytes. The heap (lib/src/arch/rv32/heap.c) takes the first free piece that is large
 * enough, so that the time of a call depends on what was freed before.
 */
#include "../../apps/stopwatch.h"
#include <string.h>
#include <weft/core.h>
#include <weft/report.h>

#define CALLS 1000
#define MOST 1024
#define COPIES 9
#define LIVE 64

static void *blocks[LIVE];
static int32_t allocations[CALLS], releases[CALLS];
static uint32_t from[MOST / 4], to[MOST / 4];

static uint32_t random_below(uint32_t limit)
{
    static uint32_t state = 1;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (state >> 8) % limit;
}

SIDE int32_t allocate(size_t bytes, void **made, counter *cycles)
{
    const uint32_t called = before(cycles);
    *made = malloc(bytes);
    return (int32_t)(after(cycles) - called - 1);
}

SIDE int32_t release(void *block, counter *cycles)
{
    const uint32_t called = before(cycles);
    free(block);
    return (int32_t)(after(cycles) - called - 1);
}

SIDE int32_t copy(void *destination, const void *source, size_t bytes, counter *cycles)
{
    const uint32_t called = before(cycles);
    memcpy(destination, source, bytes);
    return (int32_t)(after(cycles) - called - 1);
}

static int32_t allocate_at(uint32_t place)
{
    const int32_t cycles = allocate(1 + random_below(MOST), &blocks[place], COUNTER);
    if (!blocks[place]) {
        exit(1);
    }
    return cycles;
}

static void measure_fresh(void)
{
    for (uint32_t place = 0; place < LIVE; place++) {
        allocations[place] = allocate_at(place);
    }
    sort_times(allocations, LIVE);
    weft_report("allocation fresh", allocations[LIVE / 2]);
}

/* Each call frees one of the blocks in use, and allocates another of any size. */
static void measure_used(uint32_t live)
{
    for (uint32_t call = 0; call < CALLS; call++) {
        const uint32_t place = random_below(live);
        releases[call] = release(blocks[place], COUNTER);
        allocations[call] = allocate_at(place);
    }
    sort_times(allocations, CALLS);
    sort_times(releases, CALLS);
    weft_report_at("allocation #", live, allocations[CALLS / 2]);
    weft_report_at("allocation-least #", live, allocations[0]);
    weft_report_at("allocation-most #", live, allocations[CALLS - 1]);
    weft_report_at("release #", live, releases[CALLS / 2]);
}

static void measure_copy(uint32_t bytes)
{
    int32_t times[COPIES];
    for (uint32_t i = 0; i < COPIES; i++) {
        times[i] = copy(to, from, bytes, COUNTER);
    }
    sort_times(times, COPIES);
    weft_report_at("memcpy #", bytes, times[COPIES / 2]);
}

int main(void)
{
    if (weft_core() != 0) {
        return 0;
    }
    measure_fresh();
    measure_used(LIVE);
    for (uint32_t place = LIVE / 8; place < LIVE; place++) {
        free(blocks[place]);
    }
    measure_used(LIVE / 8);
    measure_copy(16);
    measure_copy(MOST);
    return 0;
}
