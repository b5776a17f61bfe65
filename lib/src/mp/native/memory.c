/* The memory at the edge of the mesh: an anonymous file that all tasks inherit and map (see job.h), so that the
 * launcher can put inputs there before the run and find outputs after it. A program started without a launcher has a
 * private one.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "arch/diagnostic.h"
#include "arch/linux/job.h"
#include "mp/native/buffers.h"

#define OWN_BYTES (16u << 20)

static uint8_t *memory;
static uint32_t size;

static void map(void)
{
    const int file = weft_job_descriptor("WEFT_MEMORY");
    struct stat about = {.st_size = OWN_BYTES};
    if (file >= 0 && (fstat(file, &about) != 0 || about.st_size > UINT32_MAX)) {
        weft_fatal("the memory tile was not inherited: start the program with weftrun");
    }
    const int flags = file < 0 ? MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;
    void *const place = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, flags, file, 0);
    if (place == MAP_FAILED) {
        weft_fatal("the system has no memory for the memory tile");
    }
    memory = place;
    size = (uint32_t)about.st_size;
}

uint8_t *weft_mp_memory(uint32_t *bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, map);
    *bytes = size;
    return memory;
}
