/* The short ways of messages that are sent and received by requests: a send that the link takes at once is over when
 * its request begins, and a receive that is waited for takes its message as a call that waits does.
 *
 * Of such a request no more is written than is read: to fill all of one takes as long as a short message.
 */
#ifndef WEFT_MCAPI_SHORT_REQUESTS_H
#define WEFT_MCAPI_SHORT_REQUESTS_H

#include "mcapi/mcapi_internal.h"

/* The place that was used or freed last, or the next one, if it is free; or null. One that has not been used yet gets
 * the number of its place, which all handles of it have. */
WEFT_MCAPI_SHORT struct weft_mcapi_request *weft_mcapi_request_next(void)
{
    struct weft_mcapi_request *const last = weft_mcapi_last.request;
    if (!WEFT_LIKELY(last != NULL) || WEFT_LIKELY(last->kind == WEFT_MCAPI_UNUSED)) {
        return last;
    }
    struct weft_mcapi_request *const next = last + 1;
    if (next >= WEFT_MCAPI_OWN || next->kind != WEFT_MCAPI_UNUSED) {
        return NULL;
    }
    if (next->handle == 0) {
        next->handle = (last->handle & ((1u << WEFT_MCAPI_PLACE_BITS) - 1)) + 1;
    }
    return next;
}

WEFT_MCAPI_SHORT void weft_mcapi_request_use(struct weft_mcapi_request *request, enum weft_mcapi_kind kind,
                                             mcapi_request_t *handle)
{
    request->handle = (request->handle + (1u << WEFT_MCAPI_PLACE_BITS)) | WEFT_MCAPI_VALID;
    request->engine.phase = kind == WEFT_MCAPI_DONE ? WEFT_DONE : WEFT_RECEIVE_MATCH;
    request->out = NULL;
    request->kind = (uint8_t)kind;
    request->code = MCAPI_SUCCESS;
    weft_mcapi_last.request = request;
    *handle = request->handle;
}

WEFT_MCAPI_SHORT void weft_mcapi_request_unuse(struct weft_mcapi_request *request)
{
    request->kind = WEFT_MCAPI_UNUSED;
    weft_mcapi_last.request = request;
}

/* To the endpoint that the last message went to. */
WEFT_MCAPI_SHORT bool weft_mcapi_send_again_i(mca_uint32_t from, mca_uint32_t to, const void *buffer, size_t size,
                                              unsigned priority, mcapi_request_t *handle)
{
    struct weft_mcapi_request *const request = weft_mcapi_request_next();
    if (!WEFT_LIKELY(request != NULL) || !WEFT_LIKELY(handle != NULL) ||
        !weft_mcapi_begin_again(from, to, buffer, size, priority)) {
        return false;
    }
    weft_mcapi_request_use(request, WEFT_MCAPI_DONE, handle);
    request->engine.total = (uint32_t)size;
    weft_fast_finish(&weft_mcapi_last.message_to.link);
    return true;
}

/* At the endpoint that the last message came to: the request is the only one that waits. Until it has its message, or
 * anything else happens, other calls find nothing kept for messages. */
WEFT_MCAPI_SHORT bool weft_mcapi_receive_again_i(mca_uint32_t endpoint, void *buffer, size_t size,
                                                 mcapi_request_t *handle)
{
    struct weft_mcapi_request *const request = weft_mcapi_request_next();
    if (!WEFT_LIKELY(weft_mcapi_last.message_from.handle == endpoint) || !WEFT_LIKELY(buffer != NULL) ||
        !WEFT_LIKELY(request != NULL) || !WEFT_LIKELY(handle != NULL)) {
        return false;
    }
    weft_mcapi_request_use(request, WEFT_MCAPI_RECEIVE_MESSAGE, handle);
    request->receive.endpoint = endpoint;
    request->receive.buffer = buffer;
    request->receive.room = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    request->engine.node.next = NULL;
    weft_mcapi.waiting.first = &request->engine.node;
    weft_mcapi.waiting.end = &request->engine.node.next;
    weft_mcapi_quiet = false;
    weft_mcapi_last.message_from.handle = WEFT_MCAPI_NONE;
    weft_mcapi_last.awaited = request;
    weft_mcapi_last.wait = weft_mcapi_wait_to_receive;
    return true;
}

/* Whether the request is of a message that has been moved; it is released. */
WEFT_MCAPI_SHORT bool weft_mcapi_wait_again(const mcapi_request_t *handle, size_t *size)
{
    if (!WEFT_LIKELY(handle != NULL) || !WEFT_LIKELY(size != NULL)) {
        return false;
    }
    struct weft_mcapi_request *request = weft_mcapi_request_at(*handle);
    WEFT_COMPUTE_NOW(request); /* once, and not for each field */
    if (request >= WEFT_MCAPI_OWN || !WEFT_LIKELY(request->handle == *handle) ||
        !WEFT_LIKELY(request->kind == WEFT_MCAPI_DONE)) {
        return false;
    }
    *size = request->engine.total;
    weft_mcapi_request_unuse(request);
    return true;
}

#endif
