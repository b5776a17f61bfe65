/* Tasks of the kernel (<weft/kernel.h>) that run in user mode, and their calls of the kernel, each of which is a trap.
 *
 * The kernel itself, the functions attached to interrupts, and drivers run in machine mode: a trap switches from the
 * task's stack to the kernel's. Only for cores with user mode (`user_mode` of the platform). There is no memory
 * protection: user mode keeps a task from control registers and from interrupts, but not from any address.
 *
 *     static void phone(void *argument) { for (;;) { ...; weft_user_next(); } }
 *     ...
 *     weft_kernel_add_user(phone, NULL, stack, sizeof stack, WEFT_CLOCK_HZ / 50);
 *     weft_kernel_run();
 */
#ifndef WEFT_USER_H
#define WEFT_USER_H

#include <weft/kernel.h>
#include <weft/system_call.h>

#ifndef WEFT_USER_MODE
#error                                                                                                                 \
    "<weft/user.h> needs a core with user mode: choose a platform such as davinci-user, or say --set cores.user_mode=true"
#endif

/* Bytes of a task's stack that the kernel uses, for the task's calls and for interrupts. */
#ifndef WEFT_KERNEL_STACK
#define WEFT_KERNEL_STACK 1024
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* As weft_kernel_add(), but the kernel uses WEFT_KERNEL_STACK bytes of the stack. */
int weft_kernel_add_user(weft_kernel_body *body, void *argument, void *stack, uint32_t bytes, uint32_t period);

#ifdef __cplusplus
}
#endif

enum weft_kernel_call {
    WEFT_KERNEL_CALL_NEXT = WEFT_SYSTEM_CALL_END + 1,
    WEFT_KERNEL_CALL_UNTIL,
    WEFT_KERNEL_CALL_RELEASE,
    WEFT_KERNEL_CALL_WAIT,
    WEFT_KERNEL_CALL_SIGNAL,
    WEFT_KERNEL_CALL_STOP,
    WEFT_KERNEL_CALL_LOAD,
    WEFT_KERNEL_CALL_TIME,
};

/* User-mode counterparts of the functions of <weft/kernel.h> of the same names. */
static inline uint32_t weft_user_next(void)
{
    return (uint32_t)weft_system_call(WEFT_KERNEL_CALL_NEXT, 0, 0, 0);
}

static inline void weft_user_until(uint64_t release)
{
    weft_system_call(WEFT_KERNEL_CALL_UNTIL, (uint32_t)release, (uint32_t)(release >> 32), 0);
}

static inline uint64_t weft_user_release(void)
{
    return weft_system_call(WEFT_KERNEL_CALL_RELEASE, 0, 0, 0);
}

static inline void weft_user_wait(void)
{
    weft_system_call(WEFT_KERNEL_CALL_WAIT, 0, 0, 0);
}

static inline void weft_user_signal(int task)
{
    weft_system_call(WEFT_KERNEL_CALL_SIGNAL, (uint32_t)task, 0, 0);
}

static inline void weft_user_stop(void)
{
    weft_system_call(WEFT_KERNEL_CALL_STOP, 0, 0, 0);
}

static inline struct weft_kernel_load weft_user_load(void)
{
    struct weft_kernel_load load;
    weft_system_call(WEFT_KERNEL_CALL_LOAD, (uint32_t)(uintptr_t)&load, 0, 0);
    return load;
}

/* Returns the timer's time (<weft/timer.h>), which the kernel reads. */
static inline uint64_t weft_user_time(void)
{
    return weft_system_call(WEFT_KERNEL_CALL_TIME, 0, 0, 0);
}

#endif
