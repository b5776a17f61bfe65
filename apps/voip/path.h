/* How the phone's tasks reach the kernel and the DSP: by calls of functions, or, with -D USER_MODE, from user mode by
 * calls of a kernel with a driver (<strategy_user.h>), as the published phone does. */
#ifndef PATH_H
#define PATH_H

#include <strategy_call.h>
#include <weft/kernel.h>
#include <weft/timer.h>

#ifdef USER_MODE
#include <strategy_user.h>

#define path_add weft_kernel_add_user
#define path_attach strategy_user_attach
#define path_next weft_user_next
#define path_wait weft_user_wait
#define path_stop weft_user_stop
#define path_load weft_user_load
#define path_now weft_user_time
#define path_call strategy_user_call
#define path_poll strategy_user_poll
#define path_complete strategy_user_complete

static inline uint32_t path_latency(int stream)
{
    struct strategy_user_times times;
    strategy_user_times(stream, &times);
    return times.phases.latency;
}

#else

#define path_add weft_kernel_add
#define path_next weft_kernel_next
#define path_wait weft_kernel_wait
#define path_stop weft_kernel_stop
#define path_load weft_kernel_load
#define path_now weft_timer_now
#define path_call strategy_call
#define path_poll strategy_poll
#define path_complete strategy_complete

static inline void path_attach(void)
{
}

static inline uint32_t path_latency(int stream)
{
    return strategy_times(stream)->latency;
}

#endif
#endif
