/* The notification of a session may change between interrupts and polling. So its task has no fixed period: it wakes
 * whenever the next request or the next poll is due. A separate task handles the interrupts of all sessions. */
#include "attend.h"
#include <stddef.h>
#include <weft/kernel.h>

#define STACK_BYTES 1024u
#define NEVER UINT64_MAX

struct seat seats[SESSIONS_MOST];

static int listener;

/* Polls happen at multiples of their period, from the kernel's start on, as in the model. */
static uint64_t first_look(uint64_t origin, uint64_t now, uint32_t polling_ticks)
{
    return polling_ticks == 0 ? NEVER : origin + (now - origin + polling_ticks - 1) / polling_ticks * polling_ticks;
}

static bool is_finished(const struct session *session)
{
    return session->is_over && strategy_under_way(session->stream) == 0;
}

static void run(struct session *session, uint64_t origin, uint64_t begin)
{
    uint64_t next_send = begin, next_look = NEVER;
    uint32_t polling_ticks = 0;
    for (uint64_t now = begin; !is_finished(session); now = next_send < next_look ? next_send : next_look) {
        weft_kernel_until(now);
        if (session->polling_ticks != polling_ticks) {
            polling_ticks = session->polling_ticks;
            next_look = first_look(origin, now, polling_ticks);
        }
        if (now == next_look) {
            session_look(session);
            next_look += polling_ticks;
        }
        if (now == next_send) {
            session_send(session);
            next_send += session->kind->period_ticks;
        }
    }
}

static void attend(void *argument)
{
    struct seat *const seat = argument;
    const uint64_t origin = weft_kernel_release();
    for (;;) {
        weft_kernel_wait();
        run(&seat->session, origin, seat->begin);
        seat->is_taken = false;
    }
}

/* Handles interrupts. Sessions that are polled are left to their own tasks. */
static void listen(void *argument)
{
    (void)argument;
    for (;;) {
        weft_kernel_wait();
        for (unsigned i = 0; i < SESSIONS_MOST; i++) {
            if (seats[i].is_taken && seats[i].session.polling_ticks == 0) {
                session_take_all(&seats[i].session);
            }
        }
    }
}

void attend_tell(void *argument)
{
    (void)argument;
    weft_kernel_signal(listener);
}

void attend_all(void)
{
    static uint32_t stacks[SESSIONS_MOST + 1][STACK_BYTES / sizeof(uint32_t)] __attribute__((aligned(16)));
    listener = weft_kernel_add(listen, NULL, stacks[SESSIONS_MOST], STACK_BYTES, 0);
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        seats[i].task = weft_kernel_add(attend, &seats[i], stacks[i], STACK_BYTES, 0);
    }
}

void attend_begin(struct seat *seat, uint64_t begin)
{
    seat->begin = begin;
    seat->is_taken = true;
    weft_kernel_signal(seat->task);
}

/* Changes how a session is served. Results that arrive in between are taken by the listener if `polling_ticks` is 0,
 * otherwise by the next poll. */
bool attend_serve(struct seat *seat, const struct strategy_choice *choice, uint32_t polling_ticks)
{
    struct session *const session = &seat->session;
    if (polling_ticks == 0) {
        session->polling_ticks = 0;
    }
    const bool is_served = strategy_switch(session->stream, choice) == 0;
    session->polling_ticks = polling_ticks;
    return is_served;
}
