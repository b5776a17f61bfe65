/* A minimal kernel that runs several periodic tasks on one core: fixed priorities, preemption, a load meter.
 *
 * Each task has its own stack and a priority. The order in which tasks are added is the order of priorities: the first
 * has the highest. The ready task of highest priority runs. A task becomes ready when its period begins
 * (weft_kernel_next) or when it is signalled (weft_kernel_wait); it then preempts a running task of lower priority at
 * once. There is no periodic tick: the timer is set to the next release.
 *
 *     static uint32_t stack[1024];
 *     static void phone(void *argument) { for (;;) { ...; weft_kernel_next(); } }
 *     ...
 *     weft_kernel_add(phone, NULL, stack, sizeof stack, WEFT_CLOCK_HZ / 50);
 *     weft_kernel_run();
 *
 * Functions attached to interrupts (<weft/interrupt.h>) run as before, on the stack of the task that they interrupt,
 * and may signal tasks. The kernel owns the core-local timer. Tasks share the C library: only one task at a time may
 * use printf and files. Times are in ticks of the timer. Nothing is allocated. Only for cores without a floating-point
 * unit.
 */
#ifndef WEFT_KERNEL_H
#define WEFT_KERNEL_H

#include <stdint.h>

#ifndef WEFT_KERNEL_TASKS
#define WEFT_KERNEL_TASKS 16
#endif

typedef void weft_kernel_body(void *argument);

/* How long the kernel has run, and for how much of that time no task was ready: load = 1 - idle / elapsed. */
struct weft_kernel_load {
    uint64_t elapsed;
    uint64_t idle;
};

/* Adds a task; call it before the kernel runs. Returns the task's number, or -1 if there are WEFT_KERNEL_TASKS already.
 * The stack has `bytes` bytes; address and size are multiples of 16, and 512 bytes are used by interrupts. `period` is
 * the time between releases; 0: the task has none. A task whose body returns is never ready again. */
int weft_kernel_add(weft_kernel_body *body, void *argument, void *stack, uint32_t bytes, uint32_t period);

/* Runs the tasks until one calls weft_kernel_stop. All are ready, and their first periods begin, at this call. */
void weft_kernel_run(void);
void weft_kernel_stop(void);

/* Sleeps until the calling task's next release. Returns the number of releases that it has missed; these are
 * skipped. */
uint32_t weft_kernel_next(void);

/* Sleeps until the time `release`, at which a period of the calling task begins; returns at once if it has passed. For
 * tasks whose releases are not strictly periodic. */
void weft_kernel_until(uint64_t release);

/* Returns the time at which the calling task's current period began. */
uint64_t weft_kernel_release(void);

/* Sleeps until the calling task is signalled; returns at once if a signal has come since the last call. */
void weft_kernel_wait(void);

/* Returns the calling task's number. */
int weft_kernel_task(void);

/* Signals a task; may be called from interrupt handlers. */
void weft_kernel_signal(int task);

struct weft_kernel_load weft_kernel_load(void);

#endif
