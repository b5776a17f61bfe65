/* At each event some sessions stop; when their results have arrived, others start, and all running sessions are served
 * as the policy now chooses.
 *
 * The task of lowest priority does this: whenever it runs, no other task is inside a call, so streams can be
 * switched. */
#include "exchange.h"
#include "policy.h"
#include <stddef.h>
#include <string.h>
#include <weft/interrupt.h>
#include <weft/kernel.h>
#include <weft/platform.h>
#include <weft/shared.h>
#include <weft/timer.h>

#define MS (WEFT_CLOCK_HZ / 1000u)
#define PAUSE_MS 60u /* for the results of sessions that stop; then, before those that start make requests */

struct event exchange_events[EVENTS_MOST];
WEFT_SHARED struct interval exchange_intervals[EVENTS_MOST]; /* the GPP's memory is full */
unsigned exchange_count;
const char *exchange_failure;

static struct strategy_choice choices[SESSIONS_MOST]; /* by seat */

/* Sessions. */

static unsigned running(const struct kind *kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        count += seats[i].is_taken && seats[i].session.kind == kind;
    }
    return count;
}

/* Returns the session of this kind that has run for the longest time. */
static struct seat *oldest(const struct kind *kind)
{
    struct seat *found = NULL;
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        struct seat *const seat = &seats[i];
        if (seat->is_taken && !seat->session.is_over && seat->session.kind == kind &&
            (found == NULL || seat->begin < found->begin)) {
            found = seat;
        }
    }
    return found;
}

static void stop(const struct kind *kind, unsigned wanted)
{
    for (unsigned i = running(kind); i > wanted; i--) {
        struct seat *const seat = oldest(kind);
        seat->session.is_over = true;
        policy_stop(seat->planned);
    }
}

/* Waits until the stopping sessions have all their results, and closes their streams. Returns the time of that. */
static uint64_t drain(uint64_t now)
{
    bool is_over = false;
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        is_over = is_over || seats[i].session.is_over;
    }
    while (is_over) {
        is_over = false;
        weft_kernel_until(now += PAUSE_MS * MS);
        for (unsigned i = 0; i < SESSIONS_MOST; i++) {
            struct session *const session = &seats[i].session;
            if (session->is_over && !seats[i].is_taken) {
                strategy_close(session->stream);
                session->is_over = false;
            }
            is_over = is_over || session->is_over;
        }
    }
    return now;
}

static bool is_number_free(const struct kind *kind, unsigned number)
{
    bool is_free = true;
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        const struct session *const session = &seats[i].session;
        is_free = is_free && !(seats[i].is_taken && session->kind == kind && session->number == number);
    }
    return is_free;
}

static struct seat *free_seat(void)
{
    struct seat *seat = seats;
    while (seat->is_taken) {
        seat++;
    }
    return seat;
}

/* Gives a new session a seat, and tells the policy; the session makes no requests yet. */
static void take_seat(const struct kind *kind)
{
    static unsigned started;
    struct seat *const seat = free_seat();
    struct session *const session = &seat->session;
    unsigned number = 0;
    while (!is_number_free(kind, number)) {
        number++;
    }
    *session = (struct session){.kind = kind, .number = number, .kept = exchange_keep(kind, started++)};
    seat->planned = policy_start(kind);
    seat->is_taken = true;
    seat->is_new = true;
    if (seat->planned < 0) {
        exchange_failure = "a session cannot be served in time";
    }
}

/* Resets the DSP's state of the video session that had this number before: this takes most of a millisecond. */
static void forget(const struct session *session)
{
    const struct strategy_task task = {.input_bytes = 4, .output_bytes = 4, .granularities = 1, .blocks = {1}};
    const int stream = strategy_open(session->dsp, session_begin_function(session->number), &task, NULL, NULL);
    uint32_t word = 0;
    strategy_call(stream, &word);
    while (strategy_complete(stream, &word) == 0) {
        weft_kernel_until(weft_timer_now() + MS);
        strategy_poll(stream);
    }
    strategy_close(stream);
}

static void open_stream(struct seat *seat, unsigned dsp)
{
    struct session *const session = &seat->session;
    session->dsp = dsp;
    if (session->kind == &video) {
        forget(session);
    }
    const uint32_t function = session_function(session->kind, session->number);
    const struct strategy_task task = policy_task(session->kind);
    session->stream = strategy_open(dsp, function, &task, attend_tell, NULL);
    policy_keep(seat->planned);
    if (session->stream < 0) {
        exchange_failure = "a stream cannot be opened";
    }
}

/* Serving. */

static bool is_other(const struct strategy_choice *one, const struct strategy_choice *other)
{
    return one->polling != other->polling || one->internal != other->internal ||
           one->internal_bytes != other->internal_bytes;
}

static void serve_seat(unsigned i)
{
    const uint32_t ticks = policy_polling_ticks(seats[i].session.kind, &choices[i]);
    if (!attend_serve(&seats[i], &choices[i], ticks)) {
        exchange_failure = "a choice is refused: internal memory is too small for it";
    }
}

/* Gets the policy's choices for all running sessions, and finds the sessions that must be switched. */
static void look_up(struct interval *interval, bool is_changed[SESSIONS_MOST])
{
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        if (seats[i].is_taken) {
            const struct strategy_choice choice = policy_of(&seats[i].session, seats[i].planned);
            is_changed[i] = seats[i].is_new || is_other(&choice, &choices[i]);
            interval->switched += is_changed[i] && !seats[i].is_new;
            choices[i] = choice;
        }
    }
}

/* Switches sessions: those that free memory before those that get more. */
static void serve_all(struct interval *interval)
{
    bool is_changed[SESSIONS_MOST] = {false};
    const uint32_t begun = weft_timer_cycles();
    look_up(interval, is_changed);
    for (int grows = 0; grows <= 1; grows++) {
        for (unsigned i = 0; i < SESSIONS_MOST; i++) {
            if (is_changed[i] && choices[i].internal == grows) {
                serve_seat(i);
            }
        }
    }
    interval->switching = weft_timer_cycles() - begun;
}

static void take_seats(struct interval *interval)
{
    const uint32_t begun = weft_timer_cycles();
    for (unsigned i = running(&audio); i < interval->event.audio; i++) {
        take_seat(&audio);
    }
    for (unsigned i = running(&video); i < interval->event.video; i++) {
        take_seat(&video);
    }
    interval->starting = weft_timer_cycles() - begun;
}

static void replan(struct interval *interval)
{
    const uint32_t begun = weft_timer_cycles();
    interval->planned = policy_replan();
    interval->replanning = weft_timer_cycles() - begun;
    if (interval->planned < 0) {
        exchange_failure = "the sessions need more than the DSPs have";
    }
}

static void open_new(void)
{
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        if (seats[i].is_new) {
            open_stream(&seats[i], policy_of(&seats[i].session, seats[i].planned).dsp);
        }
    }
}

static void begin_new(uint64_t begin)
{
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        if (seats[i].is_new) {
            seats[i].is_new = false;
            attend_begin(&seats[i], begin);
        }
    }
}

/* Starts the missing sessions, chooses for all sessions, and serves them so. New sessions make requests from `begin`
 * on. Any failure ends the run. */
static void start(struct interval *interval, uint64_t begin)
{
    take_seats(interval);
    replan(interval);
    if (exchange_failure == NULL) {
        open_new();
    }
    if (exchange_failure == NULL) {
        serve_all(interval);
        begin_new(begin);
    }
}

/* Intervals. */

/* Resets the counts. */
static void begin_interval(struct interval *interval)
{
    const struct weft_kernel_load load = weft_kernel_load();
    const uint32_t on = weft_interrupts_off();
    interval->elapsed = load.elapsed;
    interval->idle = load.idle;
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        struct session *const session = &seats[i].session;
        interval->sessions[i].requests = seats[i].is_taken ? session->taken : 0;
        interval->sessions[i].postponed = seats[i].is_taken ? session->postponed : 0;
        session->longest = 0;
    }
    weft_interrupts_restore(on);
}

static void note(struct interval *interval, unsigned i)
{
    const struct session *const session = &seats[i].session;
    struct served *const served = &interval->sessions[interval->count++];
    *served = (struct served){.kind = session->kind,
                              .number = session->number,
                              .dsp = session->dsp,
                              .polling_ticks = session->polling_ticks,
                              .internal_bytes = choices[i].internal ? choices[i].internal_bytes : 0,
                              .requests = session->taken - interval->sessions[i].requests,
                              .postponed = session->postponed - interval->sessions[i].postponed,
                              .is_misplaced = strategy_served(session->stream)->internal != choices[i].internal,
                              .longest = session->longest};
}

static void end_interval(struct interval *interval, uint32_t ms)
{
    const struct weft_kernel_load load = weft_kernel_load();
    interval->end_ms = ms;
    interval->elapsed = load.elapsed - interval->elapsed;
    interval->idle = load.idle - interval->idle;
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        if (seats[i].is_taken) {
            note(interval, i);
        }
    }
}

/* Ends the run early: running sessions get their results; new ones do not begin. */
static void give_up(void)
{
    for (unsigned i = 0; i < SESSIONS_MOST; i++) {
        seats[i].is_taken = seats[i].is_taken && !seats[i].is_new;
    }
    stop(&audio, 0);
    stop(&video, 0);
    drain(weft_timer_now());
}

void exchange(void *argument)
{
    (void)argument;
    const uint64_t origin = weft_kernel_release();
    for (unsigned i = 0; i < exchange_count && exchange_failure == NULL; i++) {
        struct interval *const interval = &exchange_intervals[i];
        const uint64_t now = origin + (uint64_t)exchange_events[i].ms * MS;
        weft_kernel_until(now);
        if (i > 0) {
            end_interval(interval - 1, exchange_events[i].ms);
        }
        interval->event = exchange_events[i];
        stop(&audio, interval->event.audio);
        stop(&video, interval->event.video);
        const uint64_t begin = drain(now) + PAUSE_MS * MS;
        start(interval, begin);
        weft_kernel_until(begin);
        interval->begin_ms = (uint32_t)((begin - origin) / MS);
        begin_interval(interval);
    }
    if (exchange_failure != NULL) {
        give_up();
    }
    weft_kernel_stop();
}
