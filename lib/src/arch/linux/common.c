/* See common.h. */
#define _GNU_SOURCE
#include "arch/linux/common.h"

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include <weft/boot.h>

#include "arch/diagnostic.h"
#include "arch/linux/job.h"

/* Used by a program without a launcher, and by ranks that are threads of one process. */
static struct weft_common own;
struct weft_common *weft_common = &own;
WEFT_PER_RANK struct weft_sent *weft_sent = &own.ranks[0].sent;

/* The largest page size of the supported hosts. */
#if defined(__aarch64__)
#define PAGE 65536
#else
#define PAGE 4096
#endif

/* This page is the last in the section of the program's shared data, since the library is linked after the program. Its
 * alignment also makes the section begin at a page boundary, so no other data share pages with it. */
__attribute__((section("weft_shared"), aligned(PAGE), used)) static char last_page[PAGE];

extern char __start_weft_shared[];
extern char __stop_weft_shared[];

static void check_that_all_are_zeros(size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (__start_weft_shared[i] != 0) {
            weft_fatal("data with WEFT_SHARED have no initial value, as on a chip: let one rank assign it");
        }
    }
}

static void *map(void *place, size_t bytes, int flags, int file, off_t offset)
{
    void *const memory = mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | flags, file, offset);
    if (memory == MAP_FAILED) {
        weft_fatal("the memory that ranks have in common was not inherited: start the program with weftrun");
    }
    return memory;
}

void weft_common_join(void)
{
    const int file = weft_job_descriptor("WEFT_COMMON");
    const size_t bytes = (uintptr_t)last_page - (uintptr_t)__start_weft_shared;
    if ((uintptr_t)last_page + PAGE != (uintptr_t)__stop_weft_shared) {
        weft_fatal("other data come after the library's: link libweft.a after the program's files");
    }
    check_that_all_are_zeros(bytes);
    if (file < 0) {
        return;
    }
    weft_common = map(NULL, sizeof *weft_common, 0, file, 0);
    if (bytes > 0) {
        map(__start_weft_shared, bytes, MAP_FIXED, file, WEFT_COMMON_DATA);
    }
    weft_common_take_line();
}

void weft_common_take_line(void)
{
    weft_sent = &weft_common->ranks[weft_boot.rank].sent;
    atomic_store(&weft_common->processes[weft_boot.rank], getpid());
}
