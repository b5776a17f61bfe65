/* See job.h. */
#define _GNU_SOURCE
#include "arch/linux/job.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <weft/boot.h>

#include "arch/diagnostic.h"
#include "arch/linux/common.h"

WEFT_PER_RANK volatile struct weft_boot weft_boot = {
    .magic = WEFT_BOOT_MAGIC, .version = WEFT_BOOT_VERSION, .size = 1, .rank = 0, .core_of_rank = {0}};

static WEFT_PER_RANK struct weft_job *joined;

/* If ranks are threads: the first of them maps the memory of the job. */
static bool threads;
static struct weft_job *shared;
static pthread_mutex_t sharing = PTHREAD_MUTEX_INITIALIZER;

/* Returns the value of an environment variable: a number below `limit`, or -1 if it is not set. */
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
        weft_diagnostic("the environment variable %s is \"%s\": start the program with weftrun", name, text);
        weft_fatal("it is not a job of this version");
    }
    return (int)value;
}

/* Returns the node of a rank. In a run together with a simulated chip the ranks are the nodes of its map; otherwise
 * node and rank are equal. */
static weft_rank place_of(uint32_t rank)
{
#ifdef WEFT_NODE_PLACES
    static const weft_rank places[WEFT_BOOT_RANKS] = WEFT_NODE_PLACES;
    return places[rank];
#else
    return (weft_rank)rank;
#endif
}

void weft_job_take_place(uint32_t rank, uint32_t size)
{
    weft_boot.rank = rank;
    weft_boot.size = size;
    for (uint32_t i = 0; i < WEFT_BOOT_RANKS; i++) {
        weft_boot.core_of_rank[i] = place_of(i);
    }
    weft_common_take_line();
}

/* Before main and the constructors of the program: fills in the boot record that a loader would have written. The
 * parent-death signal ends a rank with the process that started it, be that the launcher or a script. */
__attribute__((constructor(101))) static void read_boot_record(void)
{
    const int size = read_number("WEFT_SIZE", WEFT_CORES + 1);
    const int rank = read_number("WEFT_RANK", WEFT_CORES);
    if (size > 0 && rank >= 0 && rank < size) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        weft_job_take_place((uint32_t)rank, (uint32_t)size);
    } else {
        weft_job_take_place(0, 1);
    }
    weft_common_join();
}

static void *map(int file, size_t bytes)
{
    const int flags = file < 0 ? MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED | MAP_NORESERVE;
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Maps the inherited file. All ranks set the same length; it never shrinks. A single rank needs no file. */
static void *open_inherited(size_t bytes)
{
    const int file = weft_job_descriptor("WEFT_JOB");
    const bool ready = file < 0 ? weft_boot.size == 1 : ftruncate(file, (off_t)bytes) == 0;
    if (!ready) {
        weft_fatal("the job's shared memory was not inherited: start the program with weftrun");
    }
    return map(file, bytes);
}

static struct weft_job *open_shared(size_t bytes)
{
    pthread_mutex_lock(&sharing);
    if (!shared) {
        shared = map(-1, bytes);
    }
    pthread_mutex_unlock(&sharing);
    return shared;
}

struct weft_job *weft_job_join(size_t bytes)
{
    const size_t all = sizeof(struct weft_job) + bytes;
    if (joined) {
        weft_fatal("a program uses either MPI or <mp.h>, not both");
    }
    joined = threads ? open_shared(all) : open_inherited(all);
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

void weft_job_of_threads(void)
{
    threads = true;
    shared = NULL;
}

int weft_job_descriptor(const char *name)
{
    return read_number(name, 1 << 20);
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

void weft_job_is_node(void)
{
    if (joined) {
        atomic_store(&joined->ranks[weft_boot.rank].is_node, 1);
    }
}

void weft_job_enter(enum weft_job_state state)
{
    if (joined) {
        atomic_store(&joined->ranks[weft_boot.rank].state, state);
    }
}
