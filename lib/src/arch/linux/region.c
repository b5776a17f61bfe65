/* See region.h. Reserved addresses use no memory, even on a system that does not overcommit memory. */
#define _GNU_SOURCE
#include "arch/linux/region.h"

#include <sys/mman.h>

#define MOST_RESERVED ((size_t)1 << 36)
#define LEAST_RESERVED ((size_t)1 << 24)
#define STEP ((size_t)1 << 20) /* minimum bytes made ready at a time */

/* Reserves as many addresses as the system allows, at most MOST_RESERVED. */
static void reserve(struct weft_region *region)
{
    for (size_t bytes = MOST_RESERVED; region->reserved == 0 && bytes >= LEAST_RESERVED; bytes /= 2) {
        void *const start = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start != MAP_FAILED) {
            region->start = start;
            region->reserved = bytes;
        }
    }
}

/* Makes at least `bytes` more ready, or a quarter of the ready bytes if that is more. Returns whether it succeeded. */
static bool extend(struct weft_region *region, size_t bytes)
{
    const size_t left = region->reserved - region->ready;
    size_t step = region->ready / 4 > bytes ? region->ready / 4 : bytes;
    step = (step + STEP - 1) / STEP * STEP;
    step = step < left ? step : left;
    if (step < bytes || mprotect(region->start + region->ready, step, PROT_READ | PROT_WRITE) != 0) {
        return false;
    }
    region->ready += step;
    return true;
}

void *weft_region_take(struct weft_region *region, size_t bytes)
{
    if (region->reserved == 0) {
        reserve(region);
    }
    const size_t spare = region->ready - region->taken;
    if (bytes > spare && !extend(region, bytes - spare)) {
        return NULL;
    }
    uint8_t *const taken = region->start + region->taken;
    region->taken += bytes;
    return taken;
}
