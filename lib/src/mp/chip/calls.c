/* The calls of <mp.h> as accesses to the registers of the tile's message unit (docs/contract/message-buffers.md). The
 * compiler may inline them into the functions of a program. A chip without such units does not use this file. */
#include <weft/platform.h>

#ifdef WEFT_MPB_BASE
#include <mp.h>
#include <stdint.h>
#include <weft/mpb.h>

#include "arch/inlined.h"

_Static_assert(MP_ERR_TASK == -WEFT_MPB_RESULT_TASK && MP_ERR_LENGTH == -WEFT_MPB_RESULT_LENGTH &&
                   MP_ERR_MISMATCH == -WEFT_MPB_RESULT_MISMATCH && MP_ERR_ADDRESS == -WEFT_MPB_RESULT_ADDRESS &&
                   MP_ERR_MEMORY == -WEFT_MPB_RESULT_MEMORY,
               "an error is the result of the message unit, negative");

/* Returns the result of a command. An ordinary load, which the compiler drops if the caller ignores the result. */
static inline int weft_mp_result(void)
{
    return -*(const int *)weft_mpb_address(WEFT_MPB_RESULT);
}

/* Writes the three words of a command. The command accesses memory, so the compiler must not move accesses across
 * it. */
static inline int weft_mp_command(uint32_t first, uint32_t first_value, uint32_t second, uint32_t second_value,
                                  uint32_t command, uint32_t length)
{
    weft_mpb_write(first, first_value);
    weft_mpb_write(second, second_value);
    __asm__ volatile("" : : : "memory");
    weft_mpb_write(command, length);
    __asm__ volatile("" : : : "memory");
    return weft_mp_result();
}

static inline uint32_t weft_mp_address(const void *data)
{
    return (uint32_t)(uintptr_t)data;
}

WEFT_INLINED int MP_send(int task, unsigned length, const void *data)
{
    return weft_mp_command(WEFT_MPB_SEND_TASK, (uint32_t)task, WEFT_MPB_SEND_ADDRESS, weft_mp_address(data),
                           WEFT_MPB_SEND, length);
}

WEFT_INLINED int MP_receive(int task, unsigned length, void *data)
{
    return weft_mp_command(WEFT_MPB_RECEIVE_TASK, (uint32_t)task, WEFT_MPB_RECEIVE_ADDRESS, weft_mp_address(data),
                           WEFT_MPB_RECEIVE, length);
}

WEFT_INLINED int MP_mread(void *data, unsigned length, unsigned address)
{
    return weft_mp_command(WEFT_MPB_MEMORY_LOCAL, weft_mp_address(data), WEFT_MPB_MEMORY_ADDRESS, address,
                           WEFT_MPB_MREAD, length);
}

WEFT_INLINED int MP_mwrite(const void *data, unsigned length, unsigned address)
{
    return weft_mp_command(WEFT_MPB_MEMORY_LOCAL, weft_mp_address(data), WEFT_MPB_MEMORY_ADDRESS, address,
                           WEFT_MPB_MWRITE, length);
}

WEFT_INLINED void MP_sent(void)
{
    weft_mpb_read(WEFT_MPB_SENT);
    __asm__ volatile("" : : : "memory");
}

WEFT_INLINED int MP_next(void)
{
    return (int)weft_mpb_source(weft_mpb_read(WEFT_MPB_WAIT));
}

WEFT_INLINED int MP_task(void)
{
    return (int)weft_mpb_read(WEFT_MPB_SELF);
}

WEFT_INLINED int MP_tasks(void)
{
    return (int)weft_mpb_read(WEFT_MPB_TASKS);
}
#else
typedef int weft_no_such_unit;
#endif
