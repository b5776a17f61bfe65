/* See pages.h. */
#define _GNU_SOURCE
#include "arch/linux/pages.h"

#include <sys/mman.h>

#include "arch/diagnostic.h"

void *weft_pages_reserve(size_t bytes, const char *complaint)
{
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        weft_fatal(complaint);
    }
    return memory;
}
