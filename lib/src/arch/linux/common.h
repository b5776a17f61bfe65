/* Shared state of the processes of a run from before main, whatever interface they use: locks, barriers, and the data
 * of the program that WEFT_SHARED marks.
 *
 * The launcher creates an anonymous file, as for the job (job.h), and passes its descriptor in the environment variable
 * WEFT_COMMON. The file begins with `struct weft_common`, which the launcher also reads; the program's shared data
 * begin at WEFT_COMMON_DATA. A program started without a launcher has one rank and needs no file.
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
#define WEFT_COMMON_DATA 327680u /* a multiple of the page size of every host */

/* State of one rank; only that rank writes it. */
struct weft_common_rank {
    _Alignas(64) _Atomic uint32_t sleeps; /* sleeps begun plus sleeps ended: odd while it sleeps */
    struct weft_wait_note note;           /* while it sleeps */
    struct weft_sent sent;
    _Atomic uint32_t told;             /* value of `sleeps` in the sleep that `calls` describes */
    uint32_t depth;                    /* number of entries of `calls` */
    uint64_t calls[WEFT_COMMON_CALLS]; /* return addresses, the innermost first */
};

struct weft_common {
    struct weft_common_rank ranks[WEFT_CORES];
    /* A futex. 0: free. Otherwise 1 + the rank that holds the lock, plus WEFT_LOCK_AWAITED if others may sleep for it.
     */
    _Atomic uint32_t locks[WEFT_COMMON_LOCKS];
    /* A futex. Low 16 bits: ranks that have arrived; above them: number of times that all had arrived. */
    _Atomic uint32_t barriers[WEFT_COMMON_BARRIERS];
    /* For each robust mutex its word (thread/robust.c); for each rank its process. */
    _Atomic uint32_t robust[WEFT_COMMON_LOCKS];
    _Atomic int32_t processes[WEFT_CORES];
};
_Static_assert(sizeof(struct weft_common) <= WEFT_COMMON_DATA, "what the library keeps ends before the data");

#define WEFT_LOCK_AWAITED UINT32_C(0x80000000)
#define WEFT_BARRIER_ARRIVED UINT32_C(0xFFFF)

/* Valid before the constructors of the program run. */
extern struct weft_common *weft_common;

/* Call before and after this rank sleeps until another one wakes it, for the reason in weft_wait_note. The first one
 * flushes stdout, because a rank that is never woken is ended by a signal. */
void weft_sleep_begin(void);
void weft_sleep_end(void);

/* Call between these two: sleeps while the word has this value, until woken; may also return spuriously. If the sleep
 * lasts, it records its call stack for the launcher. */
void weft_sleep(_Atomic uint32_t *word, uint32_t value);

/* Maps the file, and the program's shared data in it. */
void weft_common_join(void);

/* From now on this rank (or this thread, if ranks are threads) counts in its own element of `ranks`. */
void weft_common_take_line(void);

#endif
