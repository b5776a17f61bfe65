/* The scheduler of the kernel (<weft/kernel.h>): fixed priorities, preemptive.
 *
 * The bit set `ready` says which tasks are ready; the lowest bit is the most urgent task. The bit after those of all
 * tasks is the program that called weft_kernel_run(). It is always ready, sleeps whenever it runs, and so is both the
 * idle task and the load meter. The running task changes only by a call of weft_kernel_switch() with interrupts off: in
 * a task that begins to wait, or in the interrupt vector after the handler.
 *
 *      sleeps ---- release time ----> ready <---- weft_kernel_signal ---- waits for a signal
 *        ^                             | ^                                    ^
 *        |              most urgent:   v | preempted                          |
 *        +---- weft_kernel_next ----- runs ---------- weft_kernel_wait -------+ */
#include <weft/kernel.h>

#ifndef __riscv_flen

#include <stdbool.h>
#include <stddef.h>
#include <weft/timer.h>

#include "arch/diagnostic.h"
#include "arch/rv32/traps.h"

#define FRAME_WORDS 16 /* the layout is that of switch.S */
#define FRAME_RA 0
#define FRAME_S0 1
#define FRAME_S1 2
#define FRAME_MSTATUS 14
#define MSTATUS_MPP UINT32_C(0x1800) /* back to machine mode */
#define MARK UINT32_C(0x5354414B)

struct task {
    uint32_t *sp; /* valid while another task runs */
    const uint32_t *bottom;
    uint32_t period;
    uint64_t release; /* of the current period */
    bool sleeps;      /* until `release` */
    bool is_signalled;
};

static struct {
    struct task tasks[WEFT_KERNEL_TASKS + 1];
    uint32_t ready; /* a bit for each task */
    int count;
    int current;
    bool runs;
    bool serves; /* in a handler: the vector reschedules after it */
    uint64_t begun;
    uint64_t idle;
} kernel;

/* switch.S */
void weft_kernel_switch(uint32_t **from, uint32_t *to);
void weft_kernel_begin(void);
/* Called by trap.S. */
void weft_kernel_serve(void);
_Noreturn void weft_kernel_body_of(weft_kernel_body *body, void *argument);

static uint32_t bit_of(int task)
{
    return UINT32_C(1) << task;
}

static int most_urgent(void)
{
    int task = 0;
    for (uint32_t ready = kernel.ready; (ready & 1) == 0; ready >>= 1) {
        task++;
    }
    return task;
}

/* Switches to the most urgent task that is ready. Interrupts must be off. Also detects a stack overflow of the task
 * that it leaves. */
static void reschedule(void)
{
    struct task *const before = &kernel.tasks[kernel.current];
    kernel.current = most_urgent();
    struct task *const now = &kernel.tasks[kernel.current];
    if (before->bottom != NULL && *before->bottom != MARK) {
        weft_fatal("the stack of a task has overflowed: give weft_kernel_add more");
    }
    if (now != before) {
        weft_kernel_switch(&before->sp, now->sp);
    }
}

/* The body of a vector, between saving and restoring registers. */
static inline void serve(void)
{
    kernel.serves = true;
    weft_serve_trap();
    kernel.serves = false;
    reschedule();
}

__attribute__((interrupt("machine"), aligned(4))) void weft_kernel_enter(void)
{
    serve();
}

void weft_kernel_serve(void)
{
    serve();
}

/* Sets the timer to the earliest release that a task sleeps for. */
static void set_timer(void)
{
    uint64_t next = UINT64_MAX;
    for (int i = 0; i < kernel.count; i++) {
        const struct task *const task = &kernel.tasks[i];
        next = task->sleeps && task->release < next ? task->release : next;
    }
    weft_timer_set(next);
}

/* The handler of the timer: makes tasks ready whose release has come. */
static void release_tasks(void *argument)
{
    const uint64_t now = weft_timer_now();
    (void)argument;
    for (int i = 0; i < kernel.count; i++) {
        struct task *const task = &kernel.tasks[i];
        if (task->sleeps && task->release <= now) {
            task->sleeps = false;
            kernel.ready |= bit_of(i);
        }
    }
    set_timer();
}

/* Blocks the running task until another sets its bit. */
static void leave(void)
{
    kernel.ready &= ~bit_of(kernel.current);
    reschedule();
}

/* The first function of a task, called by weft_kernel_begin. After the body has returned it waits forever; signals to
 * it have no effect. */
_Noreturn void weft_kernel_body_of(weft_kernel_body *body, void *argument)
{
    weft_interrupts_on();
    body(argument);
    weft_interrupts_off();
    for (;;) {
        leave();
    }
}

int weft_kernel_add(weft_kernel_body *body, void *argument, void *stack, uint32_t bytes, uint32_t period)
{
    if (kernel.count == WEFT_KERNEL_TASKS) {
        return -1;
    }
    uint32_t *const bottom = stack;
    uint32_t *const frame = bottom + bytes / sizeof *bottom - FRAME_WORDS;
    *bottom = MARK;
    frame[FRAME_RA] = (uint32_t)(uintptr_t)weft_kernel_begin;
    frame[FRAME_S0] = (uint32_t)(uintptr_t)body;
    frame[FRAME_S1] = (uint32_t)(uintptr_t)argument;
    frame[FRAME_MSTATUS] = MSTATUS_MPP;
    kernel.tasks[kernel.count] = (struct task){.sp = frame, .bottom = bottom, .period = period};
    return kernel.count++;
}

/* Sleeps until an interrupt is pending. Turning interrupts on then takes it, and the tasks that it makes ready run
 * before this function continues. */
static void idle(void)
{
    const uint64_t begun = weft_timer_now();
    weft_interrupt_wait();
    kernel.idle += weft_timer_now() - begun;
    weft_interrupts_on();
    weft_interrupts_off();
}

void weft_kernel_run(void)
{
    const uint32_t on = weft_interrupts_off();
    kernel.begun = weft_timer_now();
    kernel.idle = 0;
    for (int i = 0; i < kernel.count; i++) {
        kernel.tasks[i].release = kernel.begun;
    }
    kernel.ready = bit_of(kernel.count + 1) - 1;
    kernel.current = kernel.count;
    kernel.runs = true;
    set_timer();
    weft_interrupt_vector(weft_kernel_enter);
    weft_interrupt_attach_cause(WEFT_CAUSE_TIMER, release_tasks, NULL);
    reschedule();
    while (kernel.runs) {
        idle();
    }
    weft_interrupt_disable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER));
    weft_interrupts_restore(on);
}

void weft_kernel_stop(void)
{
    weft_interrupts_off();
    kernel.runs = false;
    kernel.ready = bit_of(kernel.count);
    reschedule();
}

/* Puts the running task to sleep until its release, if that is in the future. Interrupts must be off. */
static void sleep_until_release(struct task *task, uint64_t now)
{
    if (task->release > now) {
        task->sleeps = true;
        set_timer();
        leave();
    }
}

uint32_t weft_kernel_next(void)
{
    const uint32_t on = weft_interrupts_off();
    struct task *const task = &kernel.tasks[kernel.current];
    const uint64_t now = weft_timer_now();
    uint32_t missed = 0;
    for (task->release += task->period; task->release + task->period <= now; task->release += task->period) {
        missed++;
    }
    sleep_until_release(task, now);
    weft_interrupts_restore(on);
    return missed;
}

void weft_kernel_until(uint64_t release)
{
    const uint32_t on = weft_interrupts_off();
    struct task *const task = &kernel.tasks[kernel.current];
    task->release = release;
    sleep_until_release(task, weft_timer_now());
    weft_interrupts_restore(on);
}

uint64_t weft_kernel_release(void)
{
    return kernel.tasks[kernel.current].release;
}

int weft_kernel_task(void)
{
    return kernel.current;
}

void weft_kernel_wait(void)
{
    const uint32_t on = weft_interrupts_off();
    struct task *const task = &kernel.tasks[kernel.current];
    if (!task->is_signalled) {
        leave();
    }
    task->is_signalled = false;
    weft_interrupts_restore(on);
}

void weft_kernel_signal(int number)
{
    const uint32_t on = weft_interrupts_off();
    struct task *const task = &kernel.tasks[number];
    task->is_signalled = true;
    if (!task->sleeps) {
        kernel.ready |= bit_of(number);
    }
    if (!kernel.serves) {
        reschedule();
    }
    weft_interrupts_restore(on);
}

struct weft_kernel_load weft_kernel_load(void)
{
    return (struct weft_kernel_load){.elapsed = weft_timer_now() - kernel.begun, .idle = kernel.idle};
}

#endif
