/* The tasks of a session. With interrupts: one task sends, one waits for interrupts. With polling: one sends and one
 * polls, or, if one of the periods is a multiple of the other, one task with one timer does both. */
#include "session.h"
#include <stddef.h>
#include <string.h>
#include <weft/kernel.h>
#include <weft/platform.h>

#define TASKS_OF_A_SESSION 2
#define STACK_BYTES 1024u

void session_send(struct session *session)
{
    if (session->is_over) {
        return;
    }
    const bool sent = session->kind->send(session);
    session->sent += sent;
    session->postponed += !sent;
}

void session_take_all(struct session *session)
{
    while (session->kind->take(session)) {
        session->taken++;
    }
}

void session_look(struct session *session)
{
    strategy_poll(session->stream);
    session_take_all(session);
}

static void only_send(void *argument)
{
    for (;;) {
        session_send(argument);
        weft_kernel_next();
    }
}

static void only_look(void *argument)
{
    for (;;) {
        session_look(argument);
        weft_kernel_next();
    }
}

static void look_and_send(void *argument)
{
    struct session *const session = argument;
    const uint32_t period = session->kind->period_ticks;
    const uint32_t step = session->polling_ticks < period ? session->polling_ticks : period;
    for (uint32_t expiry = 0;; expiry++) {
        if (expiry * step % session->polling_ticks == 0) {
            session_look(session);
        }
        if (expiry * step % period == 0) {
            session_send(session);
        }
        weft_kernel_next();
    }
}

static void listen(void *argument)
{
    for (;;) {
        weft_kernel_wait();
        session_take_all(argument);
    }
}

static void wake(void *argument)
{
    weft_kernel_signal(((struct session *)argument)->listener);
}

const char session_too_many_tasks[] = "the kernel has no room for its tasks: -D WEFT_KERNEL_TASKS=N";

static int add(weft_kernel_body *body, struct session *session, uint32_t period)
{
    static uint32_t stacks[TASKS_OF_A_SESSION * SESSIONS_MOST][STACK_BYTES / sizeof(uint32_t)]
        __attribute__((aligned(16)));
    static unsigned added;
    return weft_kernel_add(body, session, stacks[added++], STACK_BYTES, period);
}

/* Adds the session's tasks; false if the kernel has no room for all of them. */
static bool add_tasks(struct session *session)
{
    const uint32_t period = session->kind->period_ticks;
    const uint32_t polling = session->polling_ticks;
    if (polling == 0) {
        session->listener = add(listen, session, 0);
        return session->listener >= 0 && add(only_send, session, period) >= 0;
    }
    if (period % polling == 0 || polling % period == 0) {
        return add(look_and_send, session, period < polling ? period : polling) >= 0;
    }
    return add(only_look, session, polling) >= 0 && add(only_send, session, period) >= 0;
}

const char *session_open(struct session *session)
{
    const struct kind *kind = session->kind;
    const struct strategy_task task = {.input_bytes = kind->input_bytes,
                                       .output_bytes = kind->output_bytes,
                                       .granularities = 1,
                                       .blocks = {1},
                                       .pollings = 1};
    const uint32_t larger = kind->input_bytes > kind->output_bytes ? kind->input_bytes : kind->output_bytes;
    const struct strategy_choice choice = {.blocks = 1,
                                           .polling = session->polling_ticks != 0,
                                           .internal = session->internal,
                                           .internal_bytes = session->internal ? session->blocks * larger : 0};
    const uint32_t function = session_function(kind, session->number);
    session->stream = strategy_open(session->dsp, function, &task, session->polling_ticks == 0 ? wake : NULL, session);
    if (session->stream < 0) {
        return "the library has no room for its stream: -D WEFT_STRATEGY_TASKS=N, a power of two";
    }
    if (strategy_switch(session->stream, &choice) != 0) {
        return "its blocks do not fit into the internal memory";
    }
    return add_tasks(session) ? NULL : session_too_many_tasks;
}

static void keep(struct kept *kept, const void *result, uint32_t bytes)
{
    if (kept->bytes + bytes <= kept->most) {
        memcpy(kept->data + kept->bytes, result, bytes);
        kept->bytes += bytes;
    }
}

void session_note(struct session *session, const void *result, uint32_t bytes)
{
    const uint64_t latency = strategy_times(session->stream)->latency;
    session->sum += latency;
    session->longest = latency > session->longest ? latency : session->longest;
    if (session->kept != NULL) {
        keep(session->kept, result, bytes);
    }
}
