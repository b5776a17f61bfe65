/* See job.h. */
#define _GNU_SOURCE
#include "arch/linux/job.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <weft/boot.h>

#include "report.h"

WEFT_PER_RANK volatile struct weft_boot weft_boot = {
    .magic = WEFT_BOOT_MAGIC, .version = WEFT_BOOT_VERSION, .size = 1, .rank = 0, .core_of_rank = {0}};

static struct weft_job *shared; /* where ranks are threads */
static WEFT_PER_RANK struct weft_job *joined;

/* The value of an environment variable: a number below `limit`, or -1 if there is no such variable. */
static int read_number(const char *name, long limit)
{
    const char *const text = getenv(name);
    if (text == NULL) {
        return -1;
    }
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < 0 || value >= limit) {
        weft_report("the environment variable %s is \"%s\": start the program with weftrun", name, text);
        weft_fatal("it is not a job of this version");
    }
    return (int)value;
}

/* Before main: the boot record that a loader would have written. */
__attribute__((constructor)) static void read_boot_record(void)
{
    const int size = read_number("WEFT_SIZE", WEFT_CORES + 1);
    const int rank = read_number("WEFT_RANK", WEFT_CORES);
    if (size > 0 && rank >= 0 && rank < size) {
        weft_boot.size = (uint32_t)size;
        weft_boot.rank = (uint32_t)rank;
    }
    for (uint32_t i = 0; i < WEFT_BOOT_RANKS; i++) {
        weft_boot.core_of_rank[i] = (uint8_t)i;
    }
}

static void *map(int file, size_t bytes)
{
    const int flags = file < 0 ? MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED | MAP_NORESERVE;
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* All ranks set the same length; it never shrinks. A rank alone needs no file. */
static void *open_inherited(size_t bytes)
{
    const int file = read_number("WEFT_JOB", 1 << 20);
    const bool ready = file < 0 ? weft_boot.size == 1 : ftruncate(file, (off_t)bytes) == 0;
    if (!ready) {
        weft_fatal("the job's shared memory was not inherited: start the program with weftrun");
    }
    return map(file, bytes);
}

struct weft_job *weft_job_join(size_t bytes)
{
    joined = shared ? shared : open_inherited(sizeof(struct weft_job) + bytes);
    if (!joined) {
        weft_fatal("the system has no memory for the job");
    }
    uint32_t version = 0;
    if (!atomic_compare_exchange_strong(&joined->version, &version, WEFT_JOB_VERSION) && version != WEFT_JOB_VERSION) {
        weft_fatal("another rank was built with another version of the library: build all programs of a job with one");
    }
    return joined;
}

struct weft_job *weft_job(void)
{
    return joined;
}

void weft_job_share(struct weft_job *job)
{
    shared = job;
}

uint32_t weft_job_processors(void)
{
    const int told = read_number("WEFT_CPUS", 1 << 20);
    cpu_set_t allowed;
    if (told > 0) {
        return (uint32_t)told;
    }
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? (uint32_t)CPU_COUNT(&allowed) : 1;
}

void weft_job_enter(enum weft_job_state state)
{
    if (joined) {
        atomic_store(&joined->ranks[weft_boot.rank].state, state);
    }
}
