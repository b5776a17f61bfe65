/* Requests: their memory, mcapi_test, mcapi_wait, mcapi_wait_any and mcapi_cancel (MCAPI 2.015, section "Non-blocking
 * operations").
 *
 * A handle is the place of the request and, above that, a number: a handle of a request that is finished finds nothing.
 */
#include "mcapi_internal.h"

#include <weft/timer.h>

#define PLACE_BITS 8

/* The place of the first of that kind, or WEFT_MCAPI_REQUESTS. */
static uint32_t find_kind(enum weft_mcapi_kind kind)
{
    uint32_t place = 0;
    while (place < WEFT_MCAPI_REQUESTS && weft_mcapi.requests[place].kind != kind) {
        place++;
    }
    return place;
}

mcapi_request_t weft_mcapi_request_name(mcapi_request_t last, uint32_t place)
{
    return (last + (1u << PLACE_BITS)) | place | WEFT_MCAPI_VALID;
}

/* No more than is looked at: to clear all of it takes as long as a short message. */
void weft_mcapi_request_prepare(struct weft_mcapi_request *request, enum weft_mcapi_kind kind)
{
    request->engine.phase = WEFT_RECEIVE_MATCH;
    request->engine.total = 0;
    request->engine.truncated = false;
    request->out = NULL;
    request->kind = (uint8_t)kind;
    request->code = kind == WEFT_MCAPI_ASKS ? MCAPI_PENDING : MCAPI_SUCCESS;
    request->dormant = false;
}

/* One never used, or one that was cancelled and that nobody asked for since. */
struct weft_mcapi_request *weft_mcapi_request_new(enum weft_mcapi_kind kind, mcapi_request_t *handle)
{
    const uint32_t unused = find_kind(WEFT_MCAPI_UNUSED);
    const uint32_t place = unused < WEFT_MCAPI_REQUESTS ? unused : find_kind(WEFT_MCAPI_CANCELLED);
    if (place == WEFT_MCAPI_REQUESTS) {
        return NULL;
    }
    struct weft_mcapi_request *const request = &weft_mcapi.requests[place];
    weft_mcapi_request_prepare(request, kind);
    request->handle = weft_mcapi_request_name(request->handle, place);
    *handle = request->handle;
    return request;
}

struct weft_mcapi_request *weft_mcapi_request_find(mcapi_request_t handle)
{
    const uint32_t place = handle & ((1u << PLACE_BITS) - 1);
    struct weft_mcapi_request *const request =
        place < WEFT_MCAPI_REQUESTS ? &weft_mcapi.requests[place] : weft_mcapi.own;
    return request && request->handle == handle && request->kind != WEFT_MCAPI_UNUSED ? request : NULL;
}

void weft_mcapi_leave(struct weft_mcapi_request *request)
{
    weft_list_take_out(&weft_mcapi.waiting, &request->engine.node);
}

void weft_mcapi_begin(struct weft_mcapi_request *request)
{
    weft_list_append(&weft_mcapi.waiting, &request->engine.node);
    weft_mcapi_quiet = false;
    if (request->kind != WEFT_MCAPI_RECEIVE_MESSAGE || weft_engine.kept.first) {
        weft_mcapi_serve();
    }
}

static bool is_waiting(const struct weft_mcapi_request *request)
{
    const struct weft_node *node = weft_mcapi.waiting.first;
    while (node && node != &request->engine.node) {
        node = node->next;
    }
    return node != NULL;
}

/* A packet's receive that the engine has: once it has met its packet, it goes on. */
static bool withdraw_packet(struct weft_mcapi_request *request)
{
    const bool unmatched = weft_receive_withdraw(&request->engine);
    if (unmatched) {
        weft_mcapi_packet_free(request->receive.buffer);
    }
    return unmatched;
}

/* A question for an endpoint that its owner has got is not answered for; no other question can be given up. */
bool weft_mcapi_withdraw(struct weft_mcapi_request *request)
{
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

/* Ends a request before its time. */
static void end(struct weft_mcapi_request *request, enum mcapi_status_codes code)
{
    request->code = (uint8_t)code;
    request->engine.phase = WEFT_DONE;
}

void weft_mcapi_abandon(mcapi_endpoint_t endpoint, enum mcapi_status_codes code)
{
    for (uint32_t i = 0; i < WEFT_MCAPI_REQUESTS; i++) {
        struct weft_mcapi_request *const request = &weft_mcapi.requests[i];
        const bool receives = request->kind == WEFT_MCAPI_RECEIVE_MESSAGE || request->kind == WEFT_MCAPI_RECEIVE_PACKET;
        if (receives && request->receive.endpoint == endpoint && !is_over(request) && weft_mcapi_withdraw(request)) {
            end(request, code);
        }
    }
}

/* How long a call may wait. A timeout is polled for: nothing wakes a node at a time. */
struct patience {
    mcapi_timeout_t timeout;
    uint64_t start;
};

static struct patience patience_of(mcapi_timeout_t timeout)
{
    const bool ends = timeout != MCAPI_TIMEOUT_INFINITE;
    return (struct patience){timeout, ends ? weft_timer_now() : 0};
}

/* Moves what can be moved, or sleeps if it may; whether there is still time. */
static bool wait_a_little(const struct patience *patience, const struct weft_mcapi_request *request)
{
    if (patience->timeout == MCAPI_TIMEOUT_INFINITE) {
        weft_progress_or_rest(&request->engine);
        return true;
    }
    const uint64_t most = patience->timeout * (WEFT_CLOCK_HZ / UINT64_C(1000000));
    return weft_progress() || weft_timer_now() - patience->start < most;
}

/* The engine tells of a send how much its receiver took. */
static enum mcapi_status_codes code_of(const struct weft_mcapi_request *request)
{
    const struct weft_request *const engine = &request->engine;
    if (request->code == MCAPI_SUCCESS && request->kind == WEFT_MCAPI_SEND) {
        return weft_mcapi_code_of_send(engine);
    }
    const bool truncated = request->kind == WEFT_MCAPI_RECEIVE_MESSAGE && engine->truncated;
    return truncated ? MCAPI_ERR_MSG_TRUNCATED : (enum mcapi_status_codes)request->code;
}

/* The program is given a packet's buffer, or a handle. */
static void hand_over(const struct weft_mcapi_request *request)
{
    if (request->kind == WEFT_MCAPI_RECEIVE_PACKET) {
        weft_mcapi_packet_give(request->receive.buffer);
        *(void **)request->out = request->receive.buffer;
    } else if (request->out) {
        const bool opens = request->kind == WEFT_MCAPI_OPENS_CHANNEL;
        *(uint32_t *)request->out = opens ? request->note.from : request->note.to;
    }
}

static enum mcapi_status_codes finish(struct weft_mcapi_request *request, size_t *size)
{
    const enum mcapi_status_codes code = code_of(request);
    const bool moves = request->kind >= WEFT_MCAPI_SEND && request->kind <= WEFT_MCAPI_RECEIVE_PACKET;
    if (size) {
        *size = moves ? request->engine.total : 0;
    }
    if (code == MCAPI_SUCCESS) {
        hand_over(request);
    }
    request->kind = WEFT_MCAPI_UNUSED;
    return code;
}

/* Whether a request is over in time. A message that it receives may go the short way. */
static bool wait_for(struct weft_mcapi_request *request, mcapi_timeout_t timeout)
{
    const struct patience patience = patience_of(timeout);
    const bool may_sleep = timeout == MCAPI_TIMEOUT_INFINITE;
    bool time = true;
    while (!is_over(request) && time) {
        time = (may_sleep && weft_mcapi_receive_first(request)) || wait_a_little(&patience, request);
    }
    return time;
}

enum mcapi_status_codes weft_mcapi_await(struct weft_mcapi_request *request, mcapi_timeout_t timeout, size_t *size)
{
    while (!wait_for(request, timeout)) {
        if (weft_mcapi_withdraw(request)) {
            return MCAPI_TIMEOUT;
        }
    }
    return finish(request, size);
}

/* The request of a handle that the program has passed, or why there is none. */
static enum mcapi_status_codes find(const mcapi_request_t *handle, struct weft_mcapi_request **request)
{
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!handle, PARAMETER);
    *request = weft_mcapi_request_find(*handle);
    WEFT_REFUSE_IF(!*request, REQUEST_INVALID);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes check_all(size_t number, mcapi_request_t *const *handles)
{
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(number == 0 || !handles, PARAMETER);
    for (size_t i = 0; i < number; i++) {
        struct weft_mcapi_request *request;
        WEFT_MCAPI_TRY(find(handles[i], &request));
    }
    return MCAPI_SUCCESS;
}

/* The number of one that is over, or `number`. */
static size_t find_over(size_t number, mcapi_request_t *const *handles)
{
    size_t i = 0;
    while (i < number && !is_over(weft_mcapi_request_find(*handles[i]))) {
        i++;
    }
    return i;
}

/* What it sleeps for is the first, but whatever comes wakes it. */
static enum mcapi_status_codes wait_any(size_t number, mcapi_request_t *const *handles, size_t *size,
                                        mcapi_timeout_t timeout, unsigned int *which)
{
    WEFT_MCAPI_TRY(check_all(number, handles));
    WEFT_REFUSE_IF(!size, PARAMETER);
    const struct patience patience = patience_of(timeout);
    const struct weft_mcapi_request *const first = weft_mcapi_request_find(*handles[0]);
    size_t over;
    bool time = true;
    while ((over = find_over(number, handles)) == number && time) {
        time = wait_a_little(&patience, first);
    }
    if (over == number) {
        return MCAPI_TIMEOUT;
    }
    *which = (unsigned int)over;
    return finish(weft_mcapi_request_find(*handles[over]), size);
}

unsigned int mcapi_wait_any(const size_t number, mcapi_request_t **requests, size_t *size,
                            const mcapi_timeout_t timeout, mcapi_status_t *mcapi_status)
{
    unsigned int which = MCAPI_RETURN_VALUE_INVALID;
    weft_mcapi_tell(mcapi_status, wait_any(number, requests, size, timeout, &which));
    return which;
}

static enum mcapi_status_codes wait_for_one(const mcapi_request_t *handle, size_t *size, mcapi_timeout_t timeout)
{
    struct weft_mcapi_request *request;
    WEFT_MCAPI_TRY(find(handle, &request));
    WEFT_REFUSE_IF(!size, PARAMETER);
    return is_over(request) || wait_for(request, timeout) ? finish(request, size) : MCAPI_TIMEOUT;
}

mcapi_boolean_t mcapi_test(const mcapi_request_t *request, size_t *size, mcapi_status_t *mcapi_status)
{
    const enum mcapi_status_codes code = wait_for_one(request, size, MCAPI_TIMEOUT_IMMEDIATE);
    weft_mcapi_tell(mcapi_status, code == MCAPI_TIMEOUT ? MCAPI_PENDING : code);
    return code == MCAPI_SUCCESS;
}

mcapi_boolean_t mcapi_wait(const mcapi_request_t *request, size_t *size, const mcapi_timeout_t timeout,
                           mcapi_status_t *mcapi_status)
{
    const enum mcapi_status_codes code = wait_for_one(request, size, timeout);
    weft_mcapi_tell(mcapi_status, code);
    return code == MCAPI_SUCCESS;
}

static enum mcapi_status_codes cancel(const mcapi_request_t *handle)
{
    struct weft_mcapi_request *request;
    WEFT_MCAPI_TRY(find(handle, &request));
    if (is_over(request) || !weft_mcapi_withdraw(request)) {
        return MCAPI_ERR_REQUEST_INVALID;
    }
    request->kind = WEFT_MCAPI_CANCELLED;
    end(request, MCAPI_ERR_REQUEST_CANCELLED);
    return MCAPI_SUCCESS;
}

void mcapi_cancel(const mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, cancel(request));
}
