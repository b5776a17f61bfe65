/* Calls of DSP functions (<strategy_call.h>) by tasks in user mode (<weft/user.h>): each is a trap to a driver in
 * machine mode. The driver copies blocks between the task's memory and the memory that the DSP can access, and blocks
 * the task until the response.
 *
 * The program connects before the kernel runs, in machine mode, and attaches the driver:
 *
 *     strategy_connect(0, NULL, 0);
 *     strategy_user_attach();
 *     weft_kernel_add_user(voice, ...);
 *     weft_kernel_run();
 *     ...
 *     stream = strategy_user_open(0, 0, &task);   in the task
 *     strategy_user_call(stream, samples);
 *     strategy_user_receive(stream, packet);
 */
#ifndef STRATEGY_USER_H
#define STRATEGY_USER_H

#include <strategy_call.h>
#include <weft/user.h>

/* Times of a stream's last request. In addition to the phases, in ticks of the timer: when the driver began to serve
 * the call that made the request, and when it last resumed, awake, in the call that fetched its result. */
struct strategy_user_times {
    struct strategy_times phases;
    uint32_t called;
    uint32_t woken;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Machine mode: installs the driver for the calls below. */
void strategy_user_attach(void);

#ifdef __cplusplus
}
#endif

enum strategy_user_call {
    STRATEGY_USER_OPEN = WEFT_SYSTEM_CALLS_KERNEL,
    STRATEGY_USER_CLOSE,
    STRATEGY_USER_SWITCH,
    STRATEGY_USER_CALL,
    STRATEGY_USER_POLL,
    STRATEGY_USER_COMPLETE,
    STRATEGY_USER_RECEIVE,
    STRATEGY_USER_TIMES,
};

/* As the functions of <strategy_call.h>. A stream belongs to the task that opened it: its interrupts wake that task. */
static inline int strategy_user_open(unsigned dsp, uint32_t function, const struct strategy_task *task)
{
    return (int)weft_system_call(STRATEGY_USER_OPEN, dsp, function, (uint32_t)(uintptr_t)task);
}

static inline int strategy_user_close(int stream)
{
    return (int)weft_system_call(STRATEGY_USER_CLOSE, (uint32_t)stream, 0, 0);
}

static inline int strategy_user_switch(int stream, const struct strategy_choice *choice)
{
    return (int)weft_system_call(STRATEGY_USER_SWITCH, (uint32_t)stream, (uint32_t)(uintptr_t)choice, 0);
}

static inline int strategy_user_call(int stream, const void *input)
{
    return (int)weft_system_call(STRATEGY_USER_CALL, (uint32_t)stream, (uint32_t)(uintptr_t)input, 0);
}

static inline unsigned strategy_user_poll(int stream)
{
    return (unsigned)weft_system_call(STRATEGY_USER_POLL, (uint32_t)stream, 0, 0);
}

static inline int32_t strategy_user_complete(int stream, void *output)
{
    return (int32_t)weft_system_call(STRATEGY_USER_COMPLETE, (uint32_t)stream, (uint32_t)(uintptr_t)output, 0);
}

/* As strategy_user_complete, but the task sleeps until the stream's oldest request is done. Returns 0 if there is no
 * request. */
static inline int32_t strategy_user_receive(int stream, void *output)
{
    return (int32_t)weft_system_call(STRATEGY_USER_RECEIVE, (uint32_t)stream, (uint32_t)(uintptr_t)output, 0);
}

static inline void strategy_user_times(int stream, struct strategy_user_times *times)
{
    weft_system_call(STRATEGY_USER_TIMES, (uint32_t)stream, (uint32_t)(uintptr_t)times, 0);
}

#endif
