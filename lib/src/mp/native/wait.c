/* The lock of the buffers, and how a task waits for other tasks.
 *
 * A task that waits stores the condition. The task that makes the condition true clears the wait and wakes the waiting
 * task; both hold the lock. Invariant: if every task waits or has ended, none can ever continue; the last task to wait
 * or end detects this deadlock and reports it.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/arch.h"
#include "arch/diagnostic.h"
#include "mp/native/buffers.h"

#define DEADLOCK 3 /* exit status, as for a simulated run */

static struct weft_mp_task *task_number(uint32_t number)
{
    return &weft_mp_buffers->tasks[number];
}

/* The lock is held for less than a microsecond; a task that finds it taken yields the processor. */
void weft_mp_lock(void)
{
    while (atomic_exchange_explicit(&weft_mp_buffers->lock, 1, memory_order_acquire) != 0) {
        sched_yield();
    }
}

void weft_mp_unlock(void)
{
    atomic_store_explicit(&weft_mp_buffers->lock, 0, memory_order_release);
}

/* The signal is read while the lock is held, so a task that is woken before it sleeps does not sleep. A deadlock ends
 * this process by a signal, so output is flushed before. */
void weft_mp_wait(enum weft_mp_state state, uint32_t peer, uint32_t wanted)
{
    struct weft_mp_task *const self = task_number(weft_mp_self);
    self->state = state;
    self->peer = peer;
    self->wanted = wanted;
    weft_mp_check_for_deadlock();
    while (self->state != WEFT_MP_RUNS) {
        const uint32_t signal = atomic_load(&self->signal);
        weft_mp_unlock();
        fflush(stdout);
        syscall(SYS_futex, &self->signal, FUTEX_WAIT, signal, NULL, NULL, 0);
        weft_mp_lock();
    }
}

static void wake(struct weft_mp_task *task)
{
    task->state = WEFT_MP_RUNS;
    atomic_fetch_add(&task->signal, 1);
    syscall(SYS_futex, &task->signal, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void weft_mp_wake_sender(uint32_t task)
{
    struct weft_mp_task *const sender = task_number(task);
    if (sender->state == WEFT_MP_WAITS_TO_SEND && weft_mp_has_room(task, sender->wanted)) {
        wake(sender);
    }
}

void weft_mp_wake_receiver(uint32_t task, uint32_t from)
{
    struct weft_mp_task *const receiver = task_number(task);
    const bool waits_for_it = receiver->state == WEFT_MP_WAITS_TO_RECEIVE && receiver->peer == from;
    if (waits_for_it || receiver->state == WEFT_MP_WAITS_FOR_ANY) {
        wake(receiver);
    }
}

static bool waits(uint32_t task)
{
    const uint32_t state = task_number(task)->state;
    return state != WEFT_MP_ABSENT && state != WEFT_MP_RUNS && state != WEFT_MP_ENDED;
}

static void tell(uint32_t number)
{
    const struct weft_mp_task *const task = task_number(number);
    const char *const ended = task_number(task->peer)->state == WEFT_MP_ENDED ? ", which has ended" : "";
    if (task->state == WEFT_MP_WAITS_FOR_ANY) {
        weft_diagnostic("deadlock: task %d waits in MP_next for a block of any task", (int)number);
    } else if (task->state == WEFT_MP_WAITS_TO_RECEIVE) {
        weft_diagnostic("deadlock: task %d waits in MP_receive for a block of task %d%s", (int)number, (int)task->peer,
                        ended);
    } else {
        weft_diagnostic("deadlock: task %d waits in MP_send to task %d%s, for %d words of room in its output buffer",
                        (int)number, (int)task->peer, ended, (int)task->wanted);
    }
}

void weft_mp_check_for_deadlock(void)
{
    uint32_t waiting = 0;
    for (uint32_t task = 0; task < weft_mp_count; task++) {
        if (!waits(task) && task_number(task)->state != WEFT_MP_ENDED) {
            return;
        }
        waiting += waits(task);
    }
    for (uint32_t task = 0; task < weft_mp_count; task++) {
        if (waits(task)) {
            tell(task);
        }
    }
    if (waiting > 0) {
        weft_arch_abort(DEADLOCK);
    }
}
