/* Robust mutexes of the ranks of a run on the host: a holder is dead when its process has ended.
 *
 * The words are in memory that the ranks share. That a process has ended can be detected once the launcher has waited
 * for it, which it does at once.
 */
#ifndef WEFT_ROBUST_PORT_H
#define WEFT_ROBUST_PORT_H

#include <errno.h>
#include <signal.h>
#include <time.h>

#include "arch/linux/common.h"

/* Number of polls before a rank sleeps between polls, and the duration of that sleep. */
#define WEFT_ROBUST_POLLS 200u
#define WEFT_ROBUST_SLEEP_NS 100000

static inline _Atomic uint32_t *weft_robust_word(uint32_t number)
{
    return &weft_common->robust[number];
}

static inline bool weft_robust_holder_is_dead(uint32_t number, uint32_t word, uint32_t holder)
{
    (void)number;
    (void)word;
    return kill(atomic_load(&weft_common->processes[holder]), 0) != 0 && errno == ESRCH;
}

static inline void weft_robust_pause(uint32_t number, uint32_t polls)
{
    static const struct timespec moment = {0, WEFT_ROBUST_SLEEP_NS};
    (void)number;
    if (polls >= WEFT_ROBUST_POLLS) {
        nanosleep(&moment, NULL);
    }
}

#endif
