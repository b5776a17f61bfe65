/* The least kernel that runs several periodic tasks on one core: fixed priorities, preemption, a load meter.
 *
 * A task has a stack of its own and a priority: the order in which tasks are added, the first the most urgent. The most
 * urgent task that is ready runs. A task becomes ready when its period begins (weft_kernel_next) or when it is
 * signalled (weft_kernel_wait); a less urgent one that runs is put aside at once. No tick: the timer is set to the next
 * release.
 *
 *     static uint32_t stack[1024];
 *     static void phone(void *argument) { for (;;) { ...; weft_kernel_next(); } }
 *     ...
 *     weft_kernel_add(phone, NULL, stack, sizeof stack, WEFT_CLOCK_HZ / 50);
 *     weft_kernel_run();
 *
 * Functions attached to interrupts (<weft/interrupt.h>) run as before, on the stack of the task that they interrupt,
 * and may signal tasks. The core-local timer is the kernel's. Tasks share the C library, whose printf and files are for
 * one task at a time. Time is in ticks of the timer. Nothing is allocated. For cores without a floating-point unit.
 */
#ifndef WEFT_KERNEL_H
#define WEFT_KERNEL_H

#include <stdint.h>

#ifndef WEFT_KERNEL_TASKS
#define WEFT_KERNEL_TASKS 16
#endif

typedef void weft_kernel_body(void *argument);

/* How long the kernel has run, and how much of that no task was ready. The load is what is left. */
struct weft_kernel_load {
    uint64_t elapsed;
    uint64_t idle;
};

/* Adds a task before the kernel runs: its number, or -1 if there are WEFT_KERNEL_TASKS. Its stack has `bytes`, a
 * multiple of 16, from a multiple of 16 on; 512 of them are for interrupts. Releases are `period` apart; 0: it has
 * none. A task whose body returns is never ready again. */
int weft_kernel_add(weft_kernel_body *body, void *argument, void *stack, uint32_t bytes, uint32_t period);

/* Runs the tasks, all ready now, their periods beginning now, until one calls weft_kernel_stop. */
void weft_kernel_run(void);
void weft_kernel_stop(void);

/* The calling task sleeps until its next release; how many it has missed, which are left out. */
uint32_t weft_kernel_next(void);

/* The calling task sleeps until `release`, where a period of it begins; not at all if that is over. For tasks whose
 * releases follow no one period. */
void weft_kernel_until(uint64_t release);

/* When the calling task's current period began. */
uint64_t weft_kernel_release(void);

/* The calling task sleeps until it is signalled; a signal that has come since the last time counts. */
void weft_kernel_wait(void);

/* The calling task's number. */
int weft_kernel_task(void);

/* Signals a task; also from handlers. */
void weft_kernel_signal(int task);

struct weft_kernel_load weft_kernel_load(void);

#endif
