/* Tasks in user mode (<weft/user.h>). Such a task is an ordinary task of the kernel that enters user mode by itself.
 * The upper WEFT_KERNEL_STACK bytes of its stack remain its kernel stack: traps save its registers there (trap.S), and
 * it may be preempted there. */
#include <weft/platform.h>

#if defined WEFT_USER_MODE && !defined __riscv_flen

#include <weft/interrupt.h>
#include <weft/timer.h>
#include <weft/user.h>

#include "arch/diagnostic.h"

struct user {
    weft_kernel_body *body;
    void *argument;
    uint8_t *stack;
};

static struct user users[WEFT_KERNEL_TASKS];
static int count;

/* trap.S */
void weft_user_trap(void);
_Noreturn void weft_user_enter(weft_kernel_body *body, void *argument, void *stack);

static void end(void)
{
    for (;;) {
        weft_kernel_wait();
    }
}

static void load(struct weft_kernel_load *to)
{
    *to = weft_kernel_load();
}

static uint64_t now(void)
{
    return weft_timer_now();
}

#define HANDLER(function) ((weft_system_call_handler *)(function))

weft_system_call_handler *weft_system_calls[WEFT_SYSTEM_CALLS] = {
    [WEFT_SYSTEM_CALL_END] = end,
    [WEFT_KERNEL_CALL_NEXT] = HANDLER(weft_kernel_next),
    [WEFT_KERNEL_CALL_UNTIL] = HANDLER(weft_kernel_until),
    [WEFT_KERNEL_CALL_RELEASE] = HANDLER(weft_kernel_release),
    [WEFT_KERNEL_CALL_WAIT] = HANDLER(weft_kernel_wait),
    [WEFT_KERNEL_CALL_SIGNAL] = HANDLER(weft_kernel_signal),
    [WEFT_KERNEL_CALL_STOP] = HANDLER(weft_kernel_stop),
    [WEFT_KERNEL_CALL_LOAD] = HANDLER(load),
    [WEFT_KERNEL_CALL_TIME] = HANDLER(now),
};

void weft_system_call_attach(uint32_t number, weft_system_call_handler *handler)
{
    if (number < WEFT_SYSTEM_CALLS_KERNEL || number >= WEFT_SYSTEM_CALLS) {
        weft_fatal("a system call is to be attached whose number is the kernel's or beyond the last: take one from "
                   "WEFT_SYSTEM_CALLS_KERNEL to WEFT_SYSTEM_CALLS - 1");
    }
    weft_system_calls[number] = handler;
}

/* From now on the vector may be entered from user mode. */
static void become_user(void *argument)
{
    const struct user *const user = argument;
    weft_interrupt_vector(weft_user_trap);
    weft_user_enter(user->body, user->argument, user->stack);
}

int weft_kernel_add_user(weft_kernel_body *body, void *argument, void *stack, uint32_t bytes, uint32_t period)
{
    if (count == WEFT_KERNEL_TASKS) {
        return -1;
    }
    struct user *const user = &users[count];
    *user = (struct user){body, argument, (uint8_t *)stack + bytes - WEFT_KERNEL_STACK};
    count++;
    return weft_kernel_add(become_user, user, stack, bytes, period);
}

#endif
