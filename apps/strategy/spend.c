/* The DSPs of streams.c. */
#include "spend.h"
#include <strategy_call.h>
#include <weft/interrupt.h>
#include <weft/platform.h>
#include <weft/timer.h>

#define RESULT (32 * 1024)

/* Copies the block, as a function does that computes in its own memory. */
static void fetch(uint32_t *to, const uint32_t *from, uint32_t words)
{
    for (uint32_t i = 0; i + 4 <= words; i += 4) {
        const uint32_t a = from[i], b = from[i + 1], c = from[i + 2], d = from[i + 3];
        to[i] = a;
        to[i + 1] = b;
        to[i + 2] = c;
        to[i + 3] = d;
    }
}

static void sleep_until(uint64_t end)
{
    const uint32_t on = weft_interrupts_off();
    weft_timer_set(end);
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER));
    weft_interrupts_restore(on);
}

/* Copies the block, then takes the time that its orders say. */
static uint32_t spend(const void *block, uint32_t bytes, void *result)
{
    uint32_t *const fetched = result;
    uint64_t ticks = 0;
    uint32_t output_bytes = 0, how = SLEEPS;
    fetch(fetched, block, bytes / 4);
    const uint64_t begin = weft_timer_now();
    for (uint32_t at = 0; at < bytes;) {
        const struct order *const order = (const void *)((const uint8_t *)result + at);
        ticks += order->ticks;
        output_bytes += order->output_bytes;
        how = order->how;
        at += order->input_bytes;
    }
    while (how == READS && weft_timer_now() < begin + ticks) {
        fetch(fetched, block, bytes / 4);
    }
    sleep_until(begin + ticks);
    return output_bytes;
}

static strategy_function *const functions[] = {spend};

int spend_serve(uint32_t *internal, uint32_t internal_bytes)
{
    static uint32_t result[RESULT / 4];
    const struct strategy_server server = {functions, 1, result, sizeof result, internal, internal_bytes};
    return strategy_serve(&server);
}
