/* A sleeping rank tells the launcher what it waits for and, if the sleep lasts, its call stack. The launcher translates
 * the addresses to functions and source lines (crates/launch/src/job/place.rs) when no rank can make progress. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include <weft/boot.h>
#include <weft/interrupt.h>

#include "arch/linux/common.h"

/* 50 ms: long compared with a normal wait for a message, short for a user. The launcher polls half as often. */
#define MOMENT_NS 50000000

WEFT_PER_RANK struct weft_wait_note weft_wait_note;

static struct weft_common_rank *line(void)
{
    return &weft_common->ranks[weft_boot.rank];
}

/* Flushes stdout, except in a handler, which may have interrupted a function of stdio. */
static void show_what_is_printed(void)
{
    if (weft_interrupts_are_on()) {
        fflush(stdout);
    }
}

void weft_sleep_begin(void)
{
    struct weft_common_rank *const self = line();
    show_what_is_printed();
    self->note = weft_wait_note;
    atomic_fetch_add(&self->sleeps, 1);
}

void weft_sleep_end(void)
{
    atomic_fetch_add(&line()->sleeps, 1);
}

static _Unwind_Reason_Code tell_call(struct _Unwind_Context *context, void *argument)
{
    struct weft_common_rank *const self = argument;
    if (self->depth == WEFT_COMMON_CALLS) {
        return _URC_END_OF_STACK;
    }
    self->calls[self->depth] = (uint64_t)_Unwind_GetIP(context);
    self->depth++;
    return _URC_NO_REASON;
}

/* Records the call stack, except in a handler, which may have interrupted functions of the loader that unwinding calls.
 */
static void tell_calls(struct weft_common_rank *self, uint32_t sleep)
{
    self->depth = 0;
    if (weft_interrupts_are_on()) {
        _Unwind_Backtrace(tell_call, self);
    }
    atomic_store(&self->told, sleep);
}

static long wait(_Atomic uint32_t *word, uint32_t value, const struct timespec *limit)
{
    return syscall(SYS_futex, word, FUTEX_WAIT, value, limit, NULL, 0);
}

void weft_sleep(_Atomic uint32_t *word, uint32_t value)
{
    static const struct timespec moment = {0, MOMENT_NS};
    struct weft_common_rank *const self = line();
    const uint32_t sleep = atomic_load(&self->sleeps);
    if (atomic_load(&self->told) != sleep) {
        if (wait(word, value, &moment) == 0 || errno != ETIMEDOUT) {
            return;
        }
        tell_calls(self, sleep);
    }
    wait(word, value, NULL);
}
