/* Requests: their allocation, mcapi_test, mcapi_wait, mcapi_wait_any and mcapi_cancel (MCAPI 2.015, section
 * "Non-blocking operations").
 *
 * A handle consists of the request's index and, in the higher bits, a sequence number, so the handle of a finished
 * request is invalid.
 */
#include "mcapi_internal.h"

#include <weft/timer.h>

#include "mcapi/armed.h"

/* Small data on a chip: see node.c. */
#ifdef __riscv
__attribute__((section(".sbss.weft_mcapi_requests")))
#endif
WEFT_PER_RANK struct weft_mcapi_request weft_mcapi_requests[WEFT_MCAPI_REQUESTS + 1];

/* For a request that has ended: its position in the order of ends (a counter). */
static uint32_t *end_of(struct weft_mcapi_request *request)
{
    return &request->engine.cookie;
}

static bool ended_before(struct weft_mcapi_request *request, struct weft_mcapi_request *other)
{
    return !other || (int32_t)(*end_of(request) - *end_of(other)) < 0;
}

/* Returns the last unused request, else the one that ended first without being released, else null. */
static inline struct weft_mcapi_request *find_free(void)
{
    struct weft_mcapi_request *oldest = NULL;
    for (struct weft_mcapi_request *request = WEFT_MCAPI_OWN; request-- != weft_mcapi_requests;) {
        if (request->kind == WEFT_MCAPI_UNUSED) {
            return request;
        }
        if (request->kind <= WEFT_MCAPI_ENDED && request->engine.phase == WEFT_DONE && ended_before(request, oldest)) {
            oldest = request;
        }
    }
    return oldest;
}

#if !WEFT_SMALL
struct weft_mcapi_request *weft_mcapi_request_other(void)
{
    return find_free();
}
#endif

/* Initializes a request; returns its handle. */
static mcapi_request_t prepare(struct weft_mcapi_request *request, enum weft_mcapi_kind kind)
{
    request->engine.phase = WEFT_RECEIVE_MATCH;
    request->engine.total = 0;
    request->handle = weft_mcapi_next_handle(request);
    request->kind = (uint8_t)kind;
    request->code = kind == WEFT_MCAPI_ASKS ? MCAPI_PENDING : MCAPI_SUCCESS;
    request->dormant = false;
    return request->handle;
}

struct weft_mcapi_made weft_mcapi_request_new(enum weft_mcapi_kind kind, mcapi_request_t *handle)
{
    struct weft_mcapi_request *const request = handle == WEFT_MCAPI_WAITS ? WEFT_MCAPI_OWN : find_free();
    if (!request || !handle) {
        return (struct weft_mcapi_made){NULL, handle ? MCAPI_ERR_REQUEST_LIMIT : MCAPI_ERR_PARAMETER};
    }
    *handle = prepare(request, kind);
    return (struct weft_mcapi_made){request, MCAPI_SUCCESS};
}

struct weft_mcapi_request *weft_mcapi_request_find(mcapi_request_t handle)
{
    struct weft_mcapi_request *const request = weft_mcapi_request_at(handle);
    return request <= WEFT_MCAPI_OWN && request->handle == handle && request->kind != WEFT_MCAPI_UNUSED ? request
                                                                                                        : NULL;
}

WEFT_CALLED void weft_mcapi_leave(struct weft_mcapi_request *request)
{
    if (request->kind == WEFT_MCAPI_RECEIVE_PACKET) {
        weft_mcapi_armed_await_not();
    }
    weft_mcapi_forget_last(false, true);
    weft_list_take_out(&weft_mcapi_waiting, &request->engine.node);
}

void weft_mcapi_begin(struct weft_mcapi_request *request)
{
    weft_list_append(&weft_mcapi_waiting, &request->engine.node);
    weft_mcapi_set_quiet(false);
    weft_mcapi_armed_forget(false, request->kind == WEFT_MCAPI_RECEIVE_PACKET);
    if (request->kind != WEFT_MCAPI_RECEIVE_MESSAGE || weft_engine.kept.first) {
        weft_mcapi_serve();
    }
}

static bool is_waiting(const struct weft_mcapi_request *request)
{
    const struct weft_node *node = weft_mcapi_waiting.first;
    while (node && node != &request->engine.node) {
        node = node->next;
    }
    return node != NULL;
}

/* Withdraws a packet's receive from the engine, unless it has matched its packet. */
static bool withdraw_packet(struct weft_mcapi_request *request)
{
    const bool unmatched = weft_receive_withdraw(&request->engine);
    if (unmatched) {
        weft_mcapi_packet_free(request->receive.buffer);
    }
    return unmatched;
}

/* A get can be withdrawn once its owner has received the question; its answer is then ignored. Other questions cannot
 * be withdrawn. */
bool weft_mcapi_withdraw(struct weft_mcapi_request *request)
{
    if (weft_mcapi_is_held_back(request)) {
        return false;
    }
    if (!is_waiting(request)) {
        return request->kind == WEFT_MCAPI_RECEIVE_PACKET
                   ? withdraw_packet(request)
                   : request->kind == WEFT_MCAPI_ASKS && request->note.what == WEFT_MCAPI_GETS &&
                         request->engine.phase == WEFT_DONE;
    }
    weft_mcapi_leave(request);
    if (request->kind == WEFT_MCAPI_OPENS_CHANNEL) {
        weft_mcapi_unopen(request);
    }
    return true;
}

static bool is_over(const struct weft_mcapi_request *request)
{
    const bool opens = request->kind == WEFT_MCAPI_OPENS_CHANNEL;
    return request->engine.phase == WEFT_DONE && request->code != MCAPI_PENDING &&
           (!opens || weft_mcapi_has_opened(request));
}

/* Ends a request early, with this code. */
static void end(struct weft_mcapi_request *request, enum mcapi_status_codes code)
{
    request->code = (uint8_t)code;
    request->engine.phase = WEFT_DONE;
}

/* Stores the result of a request for later calls. */
WEFT_CALLED static void keep(struct weft_mcapi_request *request, size_t size, enum mcapi_status_codes code)
{
    static WEFT_PER_RANK uint32_t ends;
    end(request, code);
    request->kind = WEFT_MCAPI_ENDED;
    request->engine.total = (uint32_t)size;
    *end_of(request) = ++ends;
}

void weft_mcapi_abandon(mcapi_endpoint_t endpoint, enum mcapi_status_codes code)
{
    WEFT_MCAPI_FOR_EACH_REQUEST(request)
    {
        const bool receives = request->kind == WEFT_MCAPI_RECEIVE_MESSAGE || request->kind == WEFT_MCAPI_RECEIVE_PACKET;
        if (receives && request->receive.endpoint == endpoint && !is_over(request) && weft_mcapi_withdraw(request)) {
            end(request, code);
        }
    }
}

/* Returns the result of a request's transfer. For a send the engine tells how many bytes the receiver accepted. */
static enum mcapi_status_codes code_of(const struct weft_mcapi_request *request)
{
    if (request->kind == WEFT_MCAPI_SEND) {
        return weft_mcapi_code_of_send(&request->engine);
    }
    const bool truncated = request->kind == WEFT_MCAPI_RECEIVE_MESSAGE && weft_is_truncated(&request->engine);
    return truncated ? MCAPI_ERR_MSG_TRUNCATED : MCAPI_SUCCESS;
}

/* Gives the program a packet's buffer, or a handle. */
static void hand_over(const struct weft_mcapi_request *request)
{
    if (request->kind == WEFT_MCAPI_RECEIVE_PACKET) {
        weft_mcapi_packet_give(request->receive.buffer);
        *(void **)request->out = request->receive.buffer;
    } else {
        const bool opens = request->kind == WEFT_MCAPI_OPENS_CHANNEL;
        *(uint32_t *)request->out = opens ? request->note.from : request->note.to;
    }
}

static enum mcapi_status_codes finish(struct weft_mcapi_request *request, size_t *size)
{
    const bool moves = request->kind >= WEFT_MCAPI_ENDED && request->kind <= WEFT_MCAPI_RECEIVE_PACKET;
    enum mcapi_status_codes code = (enum mcapi_status_codes)request->code;
    if (size) {
        *size = moves ? request->engine.total : 0;
    }
    if (code == MCAPI_SUCCESS) {
        code = code_of(request);
    }
    if (code == MCAPI_SUCCESS && request->out) {
        hand_over(request);
    }
    request->out = NULL;
    request->kind = WEFT_MCAPI_UNUSED;
    return code;
}

/* Several requests of which any one is waited for; `which` is the index of the complete one. */
struct several {
    size_t number;
    const mcapi_request_t *const *handles;
    unsigned int which;
};

/* Returns the first that is complete, or null. */
static struct weft_mcapi_request *find_over(struct several *several)
{
    for (several->which = 0; several->which < several->number; several->which++) {
        struct weft_mcapi_request *const request = weft_mcapi_request_at(*several->handles[several->which]);
        if (is_over(request)) {
            return request;
        }
    }
    return NULL;
}

/* Is there time left before `end`, which the first call sets? Timeouts are polled, since no timer wakes a node. */
static bool has_time(mcapi_timeout_t timeout, uint64_t *end)
{
    const uint64_t now = weft_timer_now();
    if (*end == 0) {
        *end = now + timeout * (WEFT_CLOCK_HZ / UINT64_C(1000000));
    }
    return now < *end;
}

/* A blocking call has tried the fast path itself, without success. */
static bool was_tried(const struct weft_mcapi_request *request)
{
    return !WEFT_SMALL && request == WEFT_MCAPI_OWN;
}

/* Fills in the envelope of a receive that has matched no message, for deadlock reports. */
static void note_what_is_awaited(struct weft_mcapi_request *request)
{
    if (request->kind == WEFT_MCAPI_RECEIVE_MESSAGE && request->engine.phase == WEFT_RECEIVE_MATCH) {
        request->engine.envelope =
            (struct weft_envelope){WEFT_ANY, (int32_t)weft_mcapi_port_of(request->receive.endpoint), WEFT_MCAPI_MESSAGE,
                                   request->receive.room};
    }
}

/* Makes progress, or sleeps if it may; returns whether there is still time. It sleeps on behalf of this request, but
 * anything that arrives wakes it; a message for the request may take the fast path. */
static bool wait_a_little(struct weft_mcapi_request *request, mcapi_timeout_t timeout, uint64_t *end)
{
    if (timeout != MCAPI_TIMEOUT_INFINITE) {
        return weft_progress() || has_time(timeout, end);
    }
    if (!(was_tried(request) && weft_progress()) && !weft_mcapi_receive_first(request)) {
        note_what_is_awaited(request);
        weft_progress_or_rest(&request->engine);
    }
    return true;
}

/* Waits for several requests; deadlock reports name `one`. Returns the complete one, or null on timeout. */
static struct weft_mcapi_request *wait_for(struct several *several, struct weft_mcapi_request *one,
                                           mcapi_timeout_t timeout)
{
    uint64_t end = 0;
    struct weft_mcapi_request *over;
    do {
        over = find_over(several);
    } while (!over && wait_a_little(one, timeout, &end));
    return over;
}

/* Moves a message or question whose data the receiver has not requested yet into another request and discards it there:
 * none of a message's data will be sent. So the call's own request is free. Returns whether it could. */
__attribute__((cold, noinline)) static bool leave_behind(struct weft_mcapi_request *request)
{
    const uint32_t can = 1u << WEFT_SEND_AWAIT | 1u << WEFT_SEND_BLOCK | 1u << WEFT_SEND_RTS;
    const enum weft_phase phase = request->engine.phase;
    struct weft_mcapi_request *const place = find_free();
    if (!place || (can >> phase & 1u) == 0 || weft_is_self(request->engine.envelope.rank)) {
        return false;
    }
    const mcapi_request_t handle = place->handle;
    weft_request_leave(&request->engine);
    *place = *request;
    place->handle = handle;
    place->engine.buffer.from = (const uint8_t *)&place->note;
    weft_request_enter(&place->engine, phase);
    weft_mcapi_discard(place);
    return true;
}

enum mcapi_status_codes weft_mcapi_await(mcapi_timeout_t timeout, size_t *size)
{
    const mcapi_request_t *const own = WEFT_MCAPI_WAITS;
    struct several one = {.number = 1, .handles = &own};
    while (!wait_for(&one, WEFT_MCAPI_OWN, timeout)) {
        if (weft_mcapi_withdraw(WEFT_MCAPI_OWN) || leave_behind(WEFT_MCAPI_OWN)) {
            end(WEFT_MCAPI_OWN, MCAPI_TIMEOUT);
        }
    }
    return finish(WEFT_MCAPI_OWN, size);
}

/* Returns the request of a handle that the program has passed, or null. */
static inline struct weft_mcapi_request *request_of(const mcapi_request_t *handle)
{
    return weft_mcapi.running && handle ? weft_mcapi_request_find(*handle) : NULL;
}

static struct weft_mcapi_made find(const mcapi_request_t *handle)
{
    struct weft_mcapi_request *const request = request_of(handle);
    const enum mcapi_status_codes code = !handle ? MCAPI_ERR_PARAMETER : MCAPI_ERR_REQUEST_INVALID;
    return (struct weft_mcapi_made){request, weft_mcapi.running ? code : MCAPI_ERR_NODE_NOTINIT};
}

static enum mcapi_status_codes wait_any(struct several *several, size_t *size, mcapi_timeout_t timeout)
{
    struct weft_mcapi_made found = {NULL, MCAPI_ERR_PARAMETER};
    WEFT_REFUSE_IF(several->number == 0 || !several->handles || !size, PARAMETER);
    for (size_t i = 0; i < several->number; i++) {
        found = find(several->handles[i]);
        if (!found.request) {
            return found.code;
        }
    }
    struct weft_mcapi_request *const over = wait_for(several, found.request, timeout);
    return over ? finish(over, size) : MCAPI_TIMEOUT;
}

unsigned int mcapi_wait_any(const size_t number, mcapi_request_t **requests, size_t *size,
                            const mcapi_timeout_t timeout, mcapi_status_t *mcapi_status)
{
    struct several several = {number, (const mcapi_request_t *const *)requests, 0};
    const enum mcapi_status_codes code = wait_any(&several, size, timeout);
    weft_mcapi_tell(mcapi_status, code);
    return several.which;
}

/* Tries the fast path first, for the next message. */
static enum mcapi_status_codes wait(const mcapi_request_t *handle, size_t *size, mcapi_timeout_t timeout)
{
    struct weft_mcapi_request *const request = WEFT_SMALL ? NULL : request_of(handle);
    const bool comes = request && size && timeout == MCAPI_TIMEOUT_INFINITE && weft_mcapi_receive_first(request);
    struct several one = {.number = 1, .handles = &handle};
    return comes ? finish(request, size) : wait_any(&one, size, timeout);
}

mcapi_boolean_t WEFT_MCAPI_CHECKED(wait)(const mcapi_request_t *request, size_t *size, const mcapi_timeout_t timeout,
                                         mcapi_status_t *mcapi_status)
{
    const enum mcapi_status_codes code = wait(request, size, timeout);
    weft_mcapi_tell(mcapi_status, code);
    return code == MCAPI_SUCCESS;
}

/* Stores the result: a wait that follows returns the same (section 4.6.1). */
mcapi_boolean_t mcapi_test(const mcapi_request_t *request, size_t *size, mcapi_status_t *mcapi_status)
{
    mcapi_status_t status;
    struct weft_mcapi_request *const tested = find(request).request;
    const mcapi_boolean_t over = WEFT_MCAPI_CHECKED(wait)(request, size, MCAPI_TIMEOUT_IMMEDIATE, &status);
    if (tested && tested->kind == WEFT_MCAPI_UNUSED) {
        keep(tested, *size, (enum mcapi_status_codes)status);
    }
    weft_mcapi_tell(mcapi_status, status == MCAPI_TIMEOUT ? MCAPI_PENDING : status);
    return over;
}

static enum mcapi_status_codes cancel(const mcapi_request_t *handle)
{
    const struct weft_mcapi_made found = find(handle);
    if (!found.request) {
        return found.code;
    }
    if (is_over(found.request) || !weft_mcapi_withdraw(found.request)) {
        return MCAPI_ERR_REQUEST_INVALID;
    }
    keep(found.request, 0, MCAPI_ERR_REQUEST_CANCELLED);
    return MCAPI_SUCCESS;
}

void mcapi_cancel(const mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, cancel(request));
}
