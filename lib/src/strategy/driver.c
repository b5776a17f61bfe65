/* The driver of <strategy_user.h>: serves calls of tasks in user mode, in machine mode. */
#include <weft/strategy_platform.h>

#if WEFT_STRATEGY_CALLS && defined WEFT_USER_MODE && !defined __riscv_flen

#include <strategy_user.h>

#include <stddef.h>
#include <weft/timer.h>

static struct {
    uint32_t called, woken;
} stamps[WEFT_STRATEGY_TASKS];

static int call(int stream, const void *input)
{
    stamps[(unsigned)stream % WEFT_STRATEGY_TASKS].called = weft_timer_cycles();
    return strategy_call(stream, input);
}

static int32_t receive(int stream, void *output)
{
    int32_t received = 0;
    while (received == 0 && strategy_under_way(stream) != 0) {
        stamps[(unsigned)stream % WEFT_STRATEGY_TASKS].woken = weft_timer_cycles();
        received = strategy_complete(stream, output);
        if (received == 0) {
            weft_kernel_wait();
        }
    }
    return received;
}

static void tell_times(int stream, struct strategy_user_times *to)
{
    const struct strategy_times *const phases = strategy_times(stream);
    if (phases != NULL) {
        *to = (struct strategy_user_times){*phases, stamps[stream].called, stamps[stream].woken};
    }
}

/* Called by the DSP's interrupt: wakes the task that opened the stream. */
static void wake(void *task)
{
    weft_kernel_signal((int)(intptr_t)task);
}

static int open(unsigned dsp, uint32_t function, const struct strategy_task *task)
{
    return strategy_open(dsp, function, task, wake, (void *)(intptr_t)weft_kernel_task());
}

#define HANDLER(function) ((weft_system_call_handler *)(function))

void strategy_user_attach(void)
{
    weft_system_call_attach(STRATEGY_USER_OPEN, HANDLER(open));
    weft_system_call_attach(STRATEGY_USER_CLOSE, HANDLER(strategy_close));
    weft_system_call_attach(STRATEGY_USER_SWITCH, HANDLER(strategy_switch));
    weft_system_call_attach(STRATEGY_USER_CALL, HANDLER(call));
    weft_system_call_attach(STRATEGY_USER_POLL, HANDLER(strategy_poll));
    weft_system_call_attach(STRATEGY_USER_COMPLETE, HANDLER(strategy_complete));
    weft_system_call_attach(STRATEGY_USER_RECEIVE, HANDLER(receive));
    weft_system_call_attach(STRATEGY_USER_TIMES, HANDLER(tell_times));
}

#endif
