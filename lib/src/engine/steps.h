/* The steps of a rendezvous that the engine and the straight-line code (straight.h) share. They are inline, because
 * they are executed between the call and the first use of the link by a large message. */
#ifndef WEFT_STEPS_H
#define WEFT_STEPS_H

#include "engine/state.h"

static inline weft_length weft_smaller(weft_length a, weft_length b)
{
    return a < b ? a : b;
}

/* Returns a length as the link handles it: in pieces of at most 2^31 - 1 bytes. */
static inline uint32_t weft_clamped(weft_length length)
{
    return sizeof length > sizeof(uint32_t) && length > INT32_MAX ? INT32_MAX : (uint32_t)length;
}

/* Can the link read or write the rest of a request's data in place? */
static inline bool weft_is_direct(const struct weft_request *request)
{
    return !request->layout && weft_link_direct(request->buffer.to + request->moved);
}

static inline void weft_send_prepare(struct weft_request *request, const void *buffer, const struct weft_layout *layout,
                                     const struct weft_envelope *envelope)
{
    request->envelope = *envelope;
    request->layout = layout;
    request->buffer.from = envelope->length > 0 ? buffer : (const uint8_t *)weft_store.outgoing;
    request->total = envelope->length;
    request->moved = 0;
    request->cookie = ++weft_engine.cookies;
#if WEFT_TIMEOUT > 0
    request->fragment = 0;
#endif
}

/* Offers the link an RTS. Returns whether the link accepted it. */
static inline bool weft_send_rts(const struct weft_envelope *envelope, uint32_t cookie)
{
    const struct weft_rts rts = {envelope->tag, envelope->context, envelope->length, cookie};
    return weft_link_try_send(weft_node_of(envelope->rank), WEFT_LABEL_RTS, &rts, (uint32_t)sizeof rts);
}

/* Offers the link a CTS. Returns whether the link accepted it. `to` is the buffer of the first piece, or null if the
 * link cannot write it. A link that can be told where data go (weft_link_expect()) is told that, unless it already
 * waits for other data. */
static inline bool weft_clear_to_send(int32_t rank, uint32_t cookie, weft_length total, uint32_t fragment, void *to)
{
    const uint32_t node = weft_node_of(rank);
    struct weft_cts cts = {cookie, total, fragment};
#ifdef WEFT_LINK_EXPECTS_DATA
    if (to && weft_engine.promised == 0 && weft_link_expect(node, to, (uint32_t)weft_smaller(total, fragment))) {
        cts.fragment |= WEFT_CTS_EXPECTED;
    }
#endif
    (void)to;
    return weft_link_try_send(node, WEFT_LABEL_CTS, &cts, (uint32_t)sizeof cts);
}

/* Notes in a send what its CTS says. */
static inline void weft_send_cleared(struct weft_request *request, const struct weft_cts *cts)
{
    request->total = cts->total;
    request->fragment = cts->fragment;
#ifdef WEFT_LINK_EXPECTS_DATA
    if ((cts->fragment & WEFT_CTS_EXPECTED) != 0) {
        request->fragment -= WEFT_CTS_EXPECTED;
        if (request->moved == 0) { /* not discarded */
            weft_link_is_expected(weft_node_of(request->envelope.rank));
        }
    }
#endif
}

/* Initializes a receive except for rank, tag and context. */
static inline void weft_receive_prepare(struct weft_request *request, void *buffer, const struct weft_layout *layout,
                                        weft_length room)
{
    request->envelope.length = room;
    request->layout = layout;
    request->buffer.to = room > 0 ? buffer : (uint8_t *)weft_store.incoming;
    request->moved = 0;
#if WEFT_TIMEOUT > 0
    request->fragment = 0;
#endif
}

/* Notes which message a receive has matched. */
static inline void weft_receive_matched(struct weft_request *request, const struct weft_envelope *message)
{
    request->total = weft_smaller(message->length, request->envelope.length);
    request->envelope = *message;
}

/* Takes the message at the head, whose request word is its whole envelope, directly into a buffer that has room for it.
 */
static inline void weft_take(const struct weft_envelope *envelope, void *buffer)
{
    if (weft_is_short(envelope)) {
        weft_link_await(buffer);
    } else {
        weft_link_take(buffer);
        weft_credit_begin(envelope->rank);
    }
}

/* Returns the credit for a message that weft_take() has taken. Call it after WEFT_RECEIVED: a probe point must be
 * followed by an instruction of its own (weft_tell_received()). */
static inline void weft_settle_taken(const struct weft_envelope *envelope)
{
    if (!weft_is_short(envelope)) {
        weft_credit_consumed(envelope->rank);
    }
}

/* Tells a trace that `left` bytes of the message of a receive are still to come. The caller must do something
 * afterwards that is done only in this case: the probe point is the address of the next instruction, and code that
 * other paths also reach would trigger it wrongly. Always inline: the probe itself is no instruction, but a call would
 * be several. */
static inline __attribute__((always_inline)) void weft_tell_received(const struct weft_request *request,
                                                                     weft_length left)
{
    WEFT_RECEIVED(request->envelope.rank, request->envelope.tag, request->envelope.context, left);
    (void)request, (void)left;
}

#endif
