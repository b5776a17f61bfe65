/* How a rank waits for others: it polls, then yields the processor, then sleeps.
 *
 * Falling asleep and being woken is a protocol without locks. The sleeper
 *     W1 says that it is asleep,  W2 orders that before its next loads for all processors (a full fence),
 *     W3 checks once more whether there is something to do,  W4 sleeps unless it has been woken since W1.
 * The others, having stored a message (S4) or a return (R3),
 *     N1 keep the order of that store and the next load,  N2 check whether it is asleep, and wake it.
 * Either N2 sees W1, or W3 sees the message: with a full fence at N1 too, that is how sequentially consistent fences
 * are defined (C11, 7.17.3). But a full fence costs a sender as much as the message. So N1 orders the compiler alone,
 * and the sleeper pays: membarrier() makes every processor that runs a rank execute a full fence between W1 and W3;
 * wherever that falls in the sender's code, it has the effect of a full fence at N1. A rank whose kernel has no
 * membarrier() says so in the word that senders read. That is never 0 then, so that they call weft_shm_wake(), where N1
 * is a full fence.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/linux/common.h"
#include "link/shm/shm.h"

#define POLLS 200u  /* about 2 microseconds */
#define SPINS 4000u /* about 100 microseconds: longer than a sleeper takes to wake up */
#define YIELDS 50u
/* With more ranks than processors the awaited rank may be waiting for this processor; or it runs on another one, and
 * then its message comes sooner than a context switch takes. Past waits decide how to poll: a rank polls for longer as
 * long as messages come meanwhile. Once none did, it polls briefly, and tries longer polling again every PATIENCE_EVERY
 * times. */
#define POLLS_HASTY 10u
#define SPINS_HASTY 0u
#define POLLS_PATIENT 50u
#define SPINS_PATIENT 50u
#define PATIENCE_EVERY 32u
#define YIELDS_SHARED 1000u
#define GLANCES 64u /* polls that find nothing, of a rank that does not wait, until it yields */

void weft_shm_prepare_to_wait(void)
{
    weft_shm.shared = weft_shm.count > weft_job_processors();
    weft_shm.polls = weft_shm.shared ? POLLS_HASTY : POLLS;
    weft_shm.spins = weft_shm.shared ? SPINS_HASTY : SPINS;
    weft_shm.yields = weft_shm.shared ? YIELDS_SHARED : YIELDS;
    const bool has_membarrier = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0;
    weft_shm.awake = has_membarrier ? 0 : WEFT_JOB_WANTS_FENCE;
    atomic_store(&weft_shm.job->ranks[weft_shm.node].asleep, weft_shm.awake);
}

static bool has_message(void)
{
    for (uint32_t i = 0; i < weft_shm.heard; i++) {
        if (weft_inbox_next(&weft_shm.inboxes[weft_shm.heard_of[i]])) {
            return true;
        }
    }
    return weft_shm_has_new_senders();
}

static bool has_room_again(void)
{
    for (uint32_t node = 0; node < weft_shm.count; node++) {
        const struct weft_outbox *const outbox = &weft_shm.outboxes[node];
        const struct weft_returns *const returns = &outbox->channel->returns;
        if (outbox->refused && (atomic_load(&returns->cells) != outbox->cells_back ||
                                atomic_load(&returns->bytes) != outbox->bytes_back)) {
            return true;
        }
    }
    return false;
}

/* As atomic_thread_fence(), which compilers refuse together with the thread sanitizer. */
static void full_fence(void)
{
    __sync_synchronize();
}

static void sleep_for_a_message(void)
{
    _Atomic uint32_t *const asleep = &weft_shm.job->ranks[weft_shm.node].asleep;
    const uint32_t word = weft_shm.awake | WEFT_JOB_ASLEEP;
    atomic_store(asleep, word); /* W1 */
    if (weft_shm.awake == 0) {
        syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0); /* W2 */
    } else {
        full_fence(); /* W2 */
    }
    if (!has_message() && !has_room_again()) { /* W3 */
        weft_sleep_begin();
        weft_sleep(asleep, word); /* W4 */
        weft_sleep_end();
    }
    atomic_store(asleep, weft_shm.awake);
}

/* A rank may test or probe in a loop, and so never wait. */
void weft_shm_found_nothing(void)
{
    if (++weft_shm.glances % GLANCES == 0) {
        sched_yield();
    }
}

/* Polling found nothing: sets how long to poll from now on. */
static void lose_patience(void)
{
    const bool again = ++weft_shm.lost % PATIENCE_EVERY == 0;
    weft_shm.polls = again ? POLLS_PATIENT : POLLS_HASTY;
    weft_shm.spins = again ? SPINS_PATIENT : SPINS_HASTY;
    weft_shm.idle = weft_shm.spins;
}

void weft_shm_wait(void)
{
    if (weft_shm.shared && weft_shm.idle == weft_shm.spins) {
        lose_patience();
    }
    if (weft_shm.idle < weft_shm.spins) {
        weft_shm.idle++;
        weft_pause();
    } else if (weft_shm.idle < weft_shm.spins + weft_shm.yields) {
        weft_shm.idle++;
        sched_yield();
    } else {
        sleep_for_a_message();
        weft_shm.idle = 0;
    }
}

void weft_shm_wake(uint32_t node)
{
    _Atomic uint32_t *const asleep = &weft_shm.job->ranks[node].asleep;
    full_fence(); /* N1, where the sleeper has no membarrier() */
    if ((atomic_load(asleep) & WEFT_JOB_ASLEEP) != 0 &&
        (atomic_fetch_and(asleep, ~WEFT_JOB_ASLEEP) & WEFT_JOB_ASLEEP) != 0) {
        syscall(SYS_futex, asleep, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
}
