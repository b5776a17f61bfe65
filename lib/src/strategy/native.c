/* Calls of DSP functions between processes of a host: see native_line.h. */
#define _GNU_SOURCE
#include <weft/strategy_platform.h>

#ifdef WEFT_STRATEGY_NATIVE

#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <weft/boot.h>
#include <weft/core.h>

#include "arch/linux/job.h"
#include "stream.h"

#define INTERNAL_BYTES 0x100000u /* maximum of each side of a line */

/* The shared memory of the job. The members that DSPs access come first, so that their offsets do not depend on the
 * sizes chosen by the GPP's program. */
struct shared {
    struct weft_native_line lines[WEFT_DSPS];
    _Alignas(64) uint8_t of_dsp[WEFT_DSPS][INTERNAL_BYTES];
    uint8_t of_gpp[WEFT_DSPS][INTERNAL_BYTES];
    struct weft_dsp dsps[WEFT_DSPS];
    struct weft_stream streams[WEFT_STRATEGY_TASKS];
    struct weft_pool external;
    uint8_t external_memory[WEFT_STRATEGY_EXTERNAL];
};

static struct shared *shared(void)
{
    static WEFT_PER_RANK struct shared *joined;
    if (joined == NULL) {
        struct weft_job *const job = weft_job_join(sizeof *joined);
        weft_job_enter(WEFT_JOB_TASK);
        joined = (struct shared *)(job + 1);
    }
    return joined;
}

struct weft_dsp *weft_native_dsps(void)
{
    return shared()->dsps;
}

struct weft_stream *weft_native_streams(void)
{
    return shared()->streams;
}

const struct weft_pool *weft_native_external(void)
{
    struct shared *const all = shared();
    all->external = (struct weft_pool){(uintptr_t)all->external_memory, sizeof all->external_memory};
    return &all->external;
}

uint32_t weft_line_dsps(void)
{
    return weft_boot.size - 1;
}

weft_line weft_line_of(uint32_t core)
{
    return &shared()->lines[core - 1];
}

uint32_t weft_line_address(uint32_t core, const volatile void *place)
{
    (void)core;
    return (uint32_t)((const volatile uint8_t *)place - (const volatile uint8_t *)shared());
}

void *weft_line_place(uint32_t core, uint32_t address)
{
    (void)core;
    return (uint8_t *)shared() + address;
}

static uint32_t limited(uint32_t bytes)
{
    return bytes < INTERNAL_BYTES ? bytes : INTERNAL_BYTES;
}

uintptr_t weft_line_internal(uint32_t core, void *own, uint32_t *bytes)
{
    (void)own;
    *bytes = limited(*bytes);
    return (uintptr_t)shared()->of_gpp[core - 1];
}

uintptr_t weft_line_offered(uint32_t address)
{
    return (uintptr_t)weft_line_place(WEFT_GPP_CORE, address);
}

uint32_t weft_line_offer(uint32_t core, void *internal, uint32_t *bytes)
{
    *bytes = internal == NULL ? 0 : limited(*bytes);
    return weft_line_address(core, shared()->of_dsp[core - 1]);
}

static void wait_while(weft_line_word *word, uint32_t value)
{
    while (*word == value) {
        syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
    }
}

static void set(weft_line_word *word)
{
    *word = 1;
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void weft_line_call(weft_line line, uint32_t core, uint32_t version, uint32_t queue)
{
    (void)core;
    line->process = (uint32_t)getpid();
    line->thread = (uint32_t)syscall(SYS_gettid);
    line->called[0] = version;
    line->called[1] = queue;
    line->is_answered = 0;
    weft_line_ring(line);
    weft_interrupts_off();
    wait_while(&line->is_answered, 0);
}

void weft_line_attach(uint32_t core, weft_interrupt_handler *handler, void *argument)
{
    weft_interrupt_attach(core, handler, argument);
}

void weft_line_ring(weft_line line)
{
    set(&line->rung);
}

void weft_line_sleep(weft_line line, uint32_t core)
{
    (void)core;
    wait_while(&line->rung, 0);
    line->rung = 0;
}

void weft_line_reply(weft_line line, uint32_t core, uint32_t version, uint32_t internal, uint32_t bytes)
{
    (void)core;
    line->answer[0] = version;
    line->answer[1] = internal;
    line->answer[2] = bytes;
    set(&line->is_answered);
}

void weft_line_tell(weft_line line)
{
    syscall(SYS_tgkill, line->process, line->thread, WEFT_INTERRUPT_SIGNAL);
}

#endif
