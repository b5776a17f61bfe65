/* The shared-memory link's own state, and how a rank waits. */
#ifndef WEFT_SHM_H
#define WEFT_SHM_H

#include <weft/context.h>

#include "arch/linux/job.h"
#include "link/shm/queue.h"
#include "link/shm/single.h"

struct weft_shm {
    struct weft_job *job;
    struct weft_single *single;
    bool copies_once; /* large messages: see single.h */
    uint32_t node;
    uint32_t count;
    uint32_t current; /* the node whose message is at the head, once it has been seen */
    uint32_t known;   /* the count of its senders when this rank last learned who they are */
    uint32_t heard;   /* number of senders that it knows */
    uint32_t turn;    /* index in `heard_of` of the last sender that had a message */
    uint32_t idle;    /* consecutive polls without anything to do */
    uint32_t polls;   /* polls of a receive for its message, before the engine polls for everything */
    uint32_t spins;   /* then polls of the engine with a pause of the processor only */
    uint32_t yields;  /* then polls with a yield of the processor, before it sleeps */
    uint32_t lost;    /* how often polling found nothing */
    uint32_t glances; /* polls without waiting that found nothing */
    bool shared;      /* there are more ranks than processors: see wait.c */
    uint32_t awake;   /* this rank's word in the job while it does not sleep */
    struct weft_outbox outboxes[WEFT_CORES];
    struct weft_inbox inboxes[WEFT_CORES];
    struct weft_senders *senders;
    weft_rank heard_of[WEFT_CORES]; /* the senders that it knows, in the order in which it learnt of them */
};

extern WEFT_PER_RANK struct weft_shm weft_shm;

/* Delay between two polls of a line that is expected at any moment. No load may run ahead of the one that polls: it
 * would be repeated when the line comes. A pause instruction takes longer than a line does. */
static inline void weft_poll_gap(void)
{
#if defined(__x86_64__)
    __builtin_ia32_lfence();
#elif defined(__aarch64__)
    __asm__ volatile("isb" : : : "memory");
#endif
}

/* Delay between two polls while others may have better use for the processor: tells it that this is a spin loop. */
static inline void weft_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield" : : : "memory");
#endif
}

/* wait.c: prepares for waiting; waits once: pauses, yields or sleeps, depending on how often there was nothing to do;
 * wakes a node that sleeps. */
void weft_shm_prepare_to_wait(void);
void weft_shm_wait(void);
void weft_shm_wake(uint32_t node);

/* start.c: learns of new senders. */
void weft_shm_learn_senders(void);

static inline bool weft_shm_has_new_senders(void)
{
    return atomic_load(&weft_shm.senders->count) != weft_shm.known;
}

/* wait.c: called after a poll without waiting that found nothing: yields the processor now and then. */
void weft_shm_found_nothing(void);

/* Called after a store that a node may be waiting for. The sleeper's side of this protocol is in wait.c. */
static inline void weft_shm_notify(uint32_t node)
{
    atomic_signal_fence(memory_order_seq_cst); /* N1; or in weft_shm_wake() */
    if (__builtin_expect(atomic_load_explicit(&weft_shm.job->ranks[node].asleep, memory_order_relaxed) != 0,
                         0)) { /* N2 */
        weft_shm_wake(node);
    }
}

#endif
