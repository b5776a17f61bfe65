/* Robust mutexes on a chip: no component detects that a core has died, so a time limit decides.
 *
 * With -D WEFT_ROBUST=CYCLES a core that has seen the word of a mutex unchanged for CYCLES assumes that its holder is
 * dead. The words are in the shared memory, however the platform implements other mutexes, and waiting cores poll: a
 * core that slept until it is woken would wait forever for a dead one.
 */
#ifndef WEFT_ROBUST_PORT_H
#define WEFT_ROBUST_PORT_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>
#include <weft/probe.h>
#include <weft/pthread_port.h>
#include <weft/timer.h>

#ifndef WEFT_SHARED_BASE
#error "robust mutexes (-D WEFT_ROBUST=CYCLES) need a shared memory, which this platform does not have"
#endif

/* Cycles between two polls of a waiting core, which leave the bus to other cores. */
#define WEFT_ROBUST_PAUSE 64u

/* The linker puts this section first in the shared memory: at the same addresses in all images. */
__attribute__((section(".bss.weft_barriers"))) static uint32_t weft_robust_words[WEFT_PTHREAD_MUTEXES];

/* The word of each mutex as this core saw it last, and since when. */
static struct {
    uint32_t word;
    uint32_t since;
} weft_robust_seen[WEFT_PTHREAD_MUTEXES];

static inline uint32_t *weft_robust_word(uint32_t number)
{
    return &weft_robust_words[number];
}

static inline bool weft_robust_holder_is_dead(uint32_t number, uint32_t word, uint32_t holder)
{
    const uint32_t now = weft_timer_cycles();
    (void)holder;
    if (weft_robust_seen[number].word != word) {
        weft_robust_seen[number].word = word;
        weft_robust_seen[number].since = now;
    }
    return now - weft_robust_seen[number].since > (uint32_t)WEFT_ROBUST;
}

static inline void weft_robust_pause(uint32_t number, uint32_t polls)
{
    const uint32_t start = weft_timer_cycles();
    (void)polls;
    do {
        WEFT_PROBE("lock", number, 0, 0, 0);
    } while (weft_timer_cycles() - start < WEFT_ROBUST_PAUSE);
}

#endif
