/* The fast paths of messages that are sent and received by requests: a send that the link accepts at once is complete
 * when its request begins, and the wait for a receive takes the message as a blocking receive does.
 *
 * Only those members of such a request that are read are written: filling all of them takes as long as a short message.
 */
#ifndef WEFT_MCAPI_SHORT_REQUESTS_H
#define WEFT_MCAPI_SHORT_REQUESTS_H

#include "mcapi/mcapi_internal.h"

/* The requests for a send and a receive on the fast path, at constant addresses. Others are allocated from the last one
 * down. */
#define WEFT_MCAPI_SENT (&weft_mcapi_requests[0])
#define WEFT_MCAPI_AWAITED (&weft_mcapi_requests[1])
#define WEFT_MCAPI_OTHER (&weft_mcapi_requests[2])

WEFT_MCAPI_SHORT void weft_mcapi_request_use(struct weft_mcapi_request *request, enum weft_mcapi_kind kind,
                                             mcapi_request_t *handle)
{
    request->handle = weft_mcapi_next_handle(request);
    request->kind = (uint8_t)kind;
    request->code = MCAPI_SUCCESS;
    *handle = request->handle;
}

/* Sends to the same endpoint as the last message. */
WEFT_MCAPI_SHORT bool weft_mcapi_send_again_i(mca_uint32_t from, mca_uint32_t to, const void *buffer, size_t size,
                                              unsigned priority, mcapi_request_t *handle)
{
    struct weft_mcapi_request *const request = WEFT_MCAPI_SENT;
    uint32_t kind = request->kind;
    WEFT_COMPUTE_NOW(kind);
    if (handle == NULL || !weft_mcapi_begin_again(kind == WEFT_MCAPI_UNUSED, from, to, buffer, size, priority)) {
        return false;
    }
    weft_mcapi_request_use(request, WEFT_MCAPI_DONE, handle);
    request->engine.total = (uint32_t)size;
    if (!weft_fast_finish(&weft_mcapi_last.message_to.link)) {
        weft_fast_has_spent(&weft_mcapi_last.message_to.link);
    }
    return true;
}

/* Makes the receive, at the endpoint of the last message, the only request that waits. Until its message arrives, or
 * anything else happens, other calls find no cached end of messages. */
WEFT_MCAPI_SHORT void weft_mcapi_await_message(void)
{
    struct weft_mcapi_request *const request = WEFT_MCAPI_AWAITED;
    request->kind = WEFT_MCAPI_RECEIVE_MESSAGE;
    request->engine.phase = WEFT_RECEIVE_MATCH;
    weft_mcapi_waiting.first = &request->engine.node;
    weft_mcapi_quiet = false;
    weft_mcapi_last.message_from.handle = WEFT_MCAPI_NONE;
    weft_mcapi_last.awaited = request->handle;
}

WEFT_MCAPI_SHORT void weft_mcapi_await_no_more(void)
{
    struct weft_mcapi_request *const request = WEFT_MCAPI_AWAITED;
    request->kind = WEFT_MCAPI_UNUSED; /* an unused request's phase is not read */
    weft_mcapi_waiting.first = NULL;
    weft_mcapi_quiet = true;
    weft_mcapi_last.message_from.handle = request->receive.endpoint;
    weft_mcapi_last.awaited = WEFT_MCAPI_NONE;
}

WEFT_MCAPI_SHORT bool weft_mcapi_receive_again_i(mca_uint32_t endpoint, void *buffer, size_t size,
                                                 mcapi_request_t *handle)
{
    struct weft_mcapi_request *const request = WEFT_MCAPI_AWAITED;
    uint32_t kind = request->kind;
    mca_uint32_t kept = weft_mcapi_last.message_from.handle;
    WEFT_COMPUTE_NOW(kind);
    WEFT_COMPUTE_NOW(kept);
    if (kind != WEFT_MCAPI_UNUSED || kept != endpoint || buffer == NULL || (uintptr_t)buffer % 4 != 0 ||
        handle == NULL) {
        return false;
    }
    weft_mcapi_request_use(request, WEFT_MCAPI_RECEIVE_MESSAGE, handle);
    request->receive.endpoint = endpoint;
    request->receive.buffer = buffer;
    request->receive.room = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    request->engine.node.next = NULL;
    weft_mcapi_waiting.end = &request->engine.node.next;
    weft_mcapi_await_message();
    return true;
}

/* Releases a request that completed successfully in its call, if the handle is its own; `*size` is then the length of
 * its message. */
WEFT_MCAPI_SHORT bool weft_mcapi_release_ended(struct weft_mcapi_request *request, const mcapi_request_t *handle,
                                               size_t *size)
{
    mcapi_request_t last = request->handle; /* all values are loaded before the first comparison */
    uint32_t kind = request->kind;
    weft_length total = request->engine.total;
    WEFT_COMPUTE_NOW(last);
    WEFT_COMPUTE_NOW(kind);
    WEFT_COMPUTE_NOW(total);
    if (!WEFT_LIKELY(handle != NULL && size != NULL && last == *handle && kind == WEFT_MCAPI_DONE)) {
        return false;
    }
    *size = total;
    request->kind = WEFT_MCAPI_UNUSED;
    return true;
}

/* Releases the last send that completed in its call, if the handle is its own. */
WEFT_MCAPI_SHORT bool weft_mcapi_wait_sent(const mcapi_request_t *handle, size_t *size)
{
    return weft_mcapi_release_ended(WEFT_MCAPI_SENT, handle, size);
}

/* Releases any request that completed in its call. */
WEFT_MCAPI_SHORT bool weft_mcapi_wait_again(const mcapi_request_t *handle, size_t *size)
{
    if (handle == NULL) {
        return false;
    }
    struct weft_mcapi_request *request = weft_mcapi_request_at(*handle);
    WEFT_COMPUTE_NOW(request); /* once, and not for each field */
    return request < WEFT_MCAPI_OWN && weft_mcapi_release_ended(request, handle, size);
}

/* Is this the handle of the awaited receive, and may the call wait without a timeout? */
WEFT_MCAPI_SHORT bool weft_mcapi_is_awaited(mca_uint32_t awaited, const mcapi_request_t *handle, const size_t *size,
                                            mcapi_timeout_t timeout)
{
    return WEFT_LIKELY(handle != NULL && *handle == awaited && size != NULL && timeout == MCAPI_TIMEOUT_INFINITE);
}

/* Takes the message of the awaited receive. The request is released first, so that little remains to be done after the
 * wait. Like weft_fast_take(), it may find a message without taking it, and return its length. */
WEFT_MCAPI_SHORT bool weft_mcapi_take_awaited(void *buffer, uint32_t room, weft_length *length)
{
    const struct weft_mcapi_last_from *const last = &weft_mcapi_last.message_from;
    const int32_t owed = weft_fast_owed(&last->link);
    weft_mcapi_await_no_more();
    return weft_fast_take(&last->link, true, owed, __builtin_assume_aligned(buffer, 4), room, length);
}

#endif
