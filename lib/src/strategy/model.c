/* The choices of a task and their costs: the equations of docs/library/strategy.md, section 2, in whole numbers, as
 * `weft tune` computes them. */
#include "plan.h"

/* This code runs only when a task starts: it should be small, not fast. */
#pragma GCC optimize("Os")

/* Times of a request under a choice, in nanoseconds. */
struct request {
    uint32_t period, gathering;
    uint64_t begin, service, end; /* `end` excludes the notification */
    uint32_t block;
};

/* Divides by shifting and subtracting: a 64-bit division of the compiler's library would be larger than this whole
 * file. Returns UINT32_MAX if the quotient is larger. */
static uint32_t divided(uint64_t dividend, uint32_t divisor)
{
    uint64_t rest = dividend >> 32;
    uint32_t low = (uint32_t)dividend, quotient = 0;
    if (rest >= divisor) {
        return UINT32_MAX;
    }
    for (unsigned bit = 0; bit < 32; bit++) {
        rest = rest << 1 | low >> 31;
        low <<= 1;
        quotient <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1;
        }
    }
    return quotient;
}

static uint32_t greatest_common_divisor(uint32_t one, uint32_t other)
{
    while (other != 0) {
        uint32_t rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

static uint64_t copied(uint32_t bytes, uint32_t ns_per_kib)
{
    return (uint64_t)bytes * ns_per_kib >> 10;
}

/* Computes the times of a request; false if they exceed 32 bits. */
static bool make_request(const struct strategy_task *task, uint32_t blocks, bool internal, struct request *request)
{
    const struct strategy_platform *platform = &weft_strategy.platform;
    uint32_t copy = internal ? platform->internal_ns_per_kib : platform->external_ns_per_kib;
    uint64_t period = (uint64_t)task->period_ns * blocks;
    request->period = (uint32_t)period;
    request->gathering = (uint32_t)period - task->period_ns;
    request->begin = platform->request_ns + copied(task->input_bytes * blocks, copy);
    request->service = platform->dsp_request_ns + (uint64_t)task->work_ns * blocks;
    request->end = copied(task->output_bytes * blocks, copy);
    request->block = (task->input_bytes > task->output_bytes ? task->input_bytes : task->output_bytes) * blocks;
    return period <= UINT32_MAX && request->begin + request->service + request->end <= UINT32_MAX;
}

/* Returns the longest time for which a request's block is in use (h). Polls happen at multiples of `polling`. Requests
 * happen at multiples of their period, delayed by the time for gathering blocks. So a request comes by that delay, plus
 * any multiple of the greatest common divisor, after a poll. */
static uint64_t held(const struct request *request, uint32_t polling)
{
    const struct strategy_platform *platform = &weft_strategy.platform;
    uint32_t done = (uint32_t)(request->begin + request->service);
    if (polling == 0) {
        return done + request->end + platform->interrupt_ns;
    }
    uint32_t step = greatest_common_divisor(request->period, polling);
    uint32_t offset = request->gathering % step, wait = (step - done % step) % step;
    wait = wait >= offset ? wait - offset : wait + (step - offset);
    return (uint64_t)done + wait + (polling - step) + platform->poll_ns + request->end;
}

/* Returns the GPP's time for notification in each period. The timer expires for each smallest block anyway, so polls at
 * such an expiry need none of their own. */
static uint32_t notification(const struct request *request, const struct strategy_task *task, uint32_t polling)
{
    const struct strategy_platform *platform = &weft_strategy.platform;
    if (polling == 0) {
        return platform->interrupt_ns;
    }
    uint32_t expiry = task->period_ns;
    uint32_t alone = request->period - request->period / expiry * greatest_common_divisor(expiry, polling);
    return divided((uint64_t)platform->poll_ns * request->period + (uint64_t)platform->timer_ns * alone, polling);
}

/* Returns busy / all in millionths, rounded; UINT32_MAX if `busy` exceeds 32 bits. */
static uint32_t part(uint64_t busy, uint32_t all)
{
    if (busy > UINT32_MAX) {
        return UINT32_MAX;
    }
    return divided(busy * STRATEGY_WHOLE + all / 2, all);
}

static bool beats(const struct strategy_choice *one, const struct strategy_choice *other)
{
    return one->load <= other->load && one->dsp_load <= other->dsp_load && one->internal_bytes <= other->internal_bytes;
}

/* Adds a choice unless another beats it, and removes those that it beats; false if there is no room. */
static bool take_in(struct weft_strategy_task *into, const struct strategy_choice *choice)
{
    uint8_t kept = 0;
    for (uint8_t i = 0; i < into->count; i++) {
        if (beats(&into->choices[i], choice)) {
            return true;
        }
    }
    for (uint8_t i = 0; i < into->count; i++) {
        if (!beats(choice, &into->choices[i])) {
            into->choices[kept++] = into->choices[i];
        }
    }
    into->count = kept;
    if (kept == WEFT_STRATEGY_CHOICES) {
        return false;
    }
    for (; kept > 0 && into->choices[kept - 1].internal_bytes > choice->internal_bytes; kept--) {
        into->choices[kept] = into->choices[kept - 1];
    }
    into->choices[kept] = *choice;
    into->count++;
    return true;
}

/* Computes the costs of a choice, and adds it if it meets the deadline and fits into the time of the processors and the
 * memory; false if there is no room. */
static bool consider(const struct strategy_task *task, struct strategy_choice choice, struct weft_strategy_task *into)
{
    struct request request;
    if (!make_request(task, choice.blocks, choice.internal, &request)) {
        return true;
    }
    uint32_t polling = choice.polling == 0 ? 0 : task->polling_ns[choice.polling - 1];
    uint64_t in_use = held(&request, polling);
    if (request.gathering + in_use > task->deadline_ns) {
        return true;
    }
    uint64_t bytes = choice.internal ? request.block * (1 + (uint64_t)((uint32_t)in_use / request.period)) : 0;
    uint64_t busy = request.begin + request.end + notification(&request, task, polling);
    uint32_t load = part(busy, request.period), dsp = part(request.service, request.period);
    if (bytes > weft_strategy.platform.internal_bytes || load > STRATEGY_WHOLE || dsp > STRATEGY_WHOLE) {
        return true;
    }
    choice.internal_bytes = (uint32_t)bytes;
    choice.load = load;
    choice.dsp_load = dsp;
    return take_in(into, &choice);
}

/* Sizes below 16 MiB: 255 merged blocks then stay below 4 GiB. */
static bool is_valid(const struct strategy_task *task)
{
    return task->period_ns != 0 && task->input_bytes != 0 && task->output_bytes != 0 &&
           (task->input_bytes | task->output_bytes) >> 24 == 0 && task->granularities != 0 &&
           task->granularities <= STRATEGY_MAX_GRANULARITIES && task->pollings <= STRATEGY_MAX_POLLINGS;
}

/* Considers a granularity and notification with internal memory, and with external memory. */
static int consider_both(const struct strategy_task *task, uint8_t blocks, uint8_t polling,
                         struct weft_strategy_task *into)
{
    if (blocks == 0 || (polling != 0 && task->polling_ns[polling - 1] == 0)) {
        return STRATEGY_ERR_ARGUMENT;
    }
    struct strategy_choice choice = {.blocks = blocks, .polling = polling, .internal = true};
    bool has_room = consider(task, choice, into);
    choice.internal = false;
    return has_room && consider(task, choice, into) ? 0 : STRATEGY_ERR_FULL;
}

int weft_strategy_choices(const struct strategy_task *task, struct weft_strategy_task *into)
{
    int error = is_valid(task) ? 0 : STRATEGY_ERR_ARGUMENT;
    into->count = 0;
    into->home = WEFT_STRATEGY_DSPS;
    for (uint8_t i = 0; error == 0 && i < task->granularities; i++) {
        for (uint8_t j = 0; error == 0 && j <= task->pollings; j++) {
            error = consider_both(task, task->blocks[i], j, into);
        }
    }
    if (error != 0) {
        into->count = 0;
        return error;
    }
    return into->count == 0 ? STRATEGY_ERR_DEADLINE : 0;
}
