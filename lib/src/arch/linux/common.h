/* What the processes of a run have in common from before main, whatever interface they use: locks, barriers, and the
 * program's data that WEFT_SHARED marks.
 *
 * The launcher makes a file without name, as for the job (job.h), and tells its descriptor by the environment variable
 * WEFT_COMMON. It begins with `struct weft_common`, which the launcher also reads; from WEFT_COMMON_DATA on, it is the
 * program's shared data. A program started without a launcher has one rank, and no need of the file.
 */
#ifndef WEFT_COMMON_H
#define WEFT_COMMON_H

#include <stdatomic.h>
#include <stdint.h>
#include <weft/sent.h>
#include <weft/wait_note.h>

#define WEFT_COMMON_CALLS 24
#define WEFT_COMMON_LOCKS 1024
#define WEFT_COMMON_BARRIERS 256
#define WEFT_COMMON_DATA 327680u /* whole pages, on every kind of host */

/* Of a rank: only it writes there. */
struct weft_common_rank {
    _Alignas(64) _Atomic uint32_t sleeps; /* begun and ended so far: odd while it sleeps */
    struct weft_wait_note note;           /* while it sleeps */
    struct weft_sent sent;
    _Atomic uint32_t told;             /* the value of `sleeps` in the sleep that `calls` is about */
    uint32_t depth;                    /* how many calls have been told */
    uint64_t calls[WEFT_COMMON_CALLS]; /* return addresses, the innermost first */
};

struct weft_common {
    struct weft_common_rank ranks[WEFT_CORES];
    /* 0: free. Otherwise 1 + the rank that has it, and WEFT_LOCK_AWAITED if others may sleep for it: a futex. */
    _Atomic uint32_t locks[WEFT_COMMON_LOCKS];
    /* How many have come, in 16 bits; above, how often all had come: a futex. */
    _Atomic uint32_t barriers[WEFT_COMMON_BARRIERS];
    /* Of each robust mutex its word (thread/robust.c), and of each rank its process. */
    _Atomic uint32_t robust[WEFT_COMMON_LOCKS];
    _Atomic int32_t processes[WEFT_CORES];
};
_Static_assert(sizeof(struct weft_common) <= WEFT_COMMON_DATA, "what the library keeps ends before the data");

#define WEFT_LOCK_AWAITED UINT32_C(0x80000000)
#define WEFT_BARRIER_ARRIVED UINT32_C(0xFFFF)

/* Valid before the program's own constructors. */
extern struct weft_common *weft_common;

/* The rank is going to sleep until another one wakes it, for what it has noted; it has been woken. One that is never
 * woken is ended by a signal, so what it has printed is shown before. */
void weft_sleep_begin(void);
void weft_sleep_end(void);

/* Between the two: sleeps while the word has this value, until it is woken; it may also return for no reason. Who
 * sleeps for longer than a moment first tells by which calls it has come here. */
void weft_sleep(_Atomic uint32_t *word, uint32_t value);

/* Maps the file, and the program's shared data into it. */
void weft_common_join(void);

/* From now on this rank, or this thread, counts in its own line. */
void weft_common_take_line(void);

#endif
