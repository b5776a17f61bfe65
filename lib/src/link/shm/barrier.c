/* A barrier of all ranks: a counter of arrivals, and a number that the last rank increments. Used while the link
 * starts; afterwards barriers of the engine's messages are faster. */
#define _GNU_SOURCE
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/linux/common.h"
#include "link/shm/shm.h"

#define POLLS 100u

/* Sequentially consistent: either the last rank sees the sleeper, or the kernel sees that the number has changed. */
static void sleep_until_past(struct weft_job *job, uint32_t number)
{
    WEFT_NOTE_WAIT("meeting", -1, -1, 0, number);
    atomic_fetch_add(&job->sleepers, 1);
    weft_sleep_begin();
    weft_sleep(&job->barriers, number);
    weft_sleep_end();
    atomic_fetch_sub(&job->sleepers, 1);
}

static void wait_until_past(struct weft_job *job, uint32_t number)
{
    for (uint32_t polls = 0; atomic_load(&job->barriers) == number; polls++) {
        if (polls < weft_shm.spins) {
            weft_pause();
        } else if (polls < weft_shm.spins + POLLS) {
            sched_yield();
        } else {
            sleep_until_past(job, number);
        }
    }
}

void weft_shm_barrier(uint32_t count)
{
    struct weft_job *const job = weft_shm.job;
    const uint32_t number = atomic_load(&job->barriers);
    if (atomic_fetch_add(&job->arrived, 1) + 1 < count) {
        wait_until_past(job, number);
        return;
    }
    atomic_store(&job->arrived, 0);
    atomic_store(&job->barriers, number + 1);
    if (atomic_load(&job->sleepers) > 0) {
        syscall(SYS_futex, &job->barriers, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    }
}
