/* The rendezvous as straight-line code: one large message, sent or received by a caller that waits for it, while no
 * request but unmatched receives is pending. A message of 16 KiB then takes little longer than the link needs to carry
 * it.
 *
 * Each step compares the head of the link with the one request word that it expects next. If another message arrives,
 * or the link refuses, the message becomes a request of the engine in the phase that it has reached, and the caller
 * waits for it there (join()).
 *
 *      sender                                receiver
 *      send RTS ---------------------------> head == RTS? take it, send CTS
 *      head == CTS? take it <--------------- (CTS)
 *      stream the data --------------------> head is data: take it into the user's buffer
 *
 * The functions are inline: in blocking.c and announced.c, of which a program links one, and in waited.c, which a
 * program without MPI_Wait does not link.
 */
#ifndef WEFT_STRAIGHT_H
#define WEFT_STRAIGHT_H

#include "engine/steps.h"

static inline weft_word word(int32_t rank, weft_word label, uint32_t length)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | (weft_word)weft_node_of(rank) << WEFT_REQUEST_SOURCE_SHIFT |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
}

/* Continues as an ordinary request of the engine, and waits for it. `head` is the request word of an unexpected message
 * that is at the head of the link, or 0. */
__attribute__((cold)) static inline void join(struct weft_request *request, enum weft_phase phase, weft_word head)
{
    weft_request_enter(request, phase);
    if (head != 0) {
        weft_arrive(head);
    }
    weft_wait(request);
}

/* Waits for the CTS, then sends all data in one piece if the CTS allows that. `puts_aside`: messages of other ranks may
 * meanwhile move to the unexpected queue. It is false for an interface with receives of its own, since one of them may
 * match. */
static inline __attribute__((always_inline)) void send_after_rts(struct weft_request *request, bool puts_aside)
{
    const struct weft_envelope envelope = request->envelope;
    const uint32_t node = weft_node_of(envelope.rank);
    const bool direct = weft_link_direct(request->buffer.from);
    const weft_word wanted = word(envelope.rank, WEFT_LABEL_CTS, sizeof(struct weft_cts));
    weft_word head;
    do {
        WEFT_PROBE("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
        head = weft_link_wait_head();
        WEFT_PROBE_HOLD("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
    } while (puts_aside && head != wanted && weft_put_aside(head, envelope.rank));
    if (head != wanted) {
        join(request, WEFT_SEND_AWAIT, head);
        return;
    }
    weft_link_take(&weft_engine.heard);
    weft_send_cleared(request, &weft_engine.heard.cts);
    bool sent = request->total == 0; /* the receiver has no room at all, and waits for no data */
    if ((direct && !sent && request->total <= request->fragment) && request->total <= weft_link_longest(node)) {
        WEFT_PROBE("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
        sent = weft_link_stream(node, WEFT_LABEL_DATA, request->buffer.from, (uint32_t)request->total);
        WEFT_PROBE_HOLD("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
    }
    if (!sent) {
        weft_send_data(request);
        if (request->moved < request->total) {
            join(request, WEFT_SEND_DATA, 0);
        }
    }
}

/* The same after a short RTS, which is a request word alone. */
static inline weft_length send_after_short_rts(const void *buffer, const struct weft_envelope *envelope,
                                               bool puts_aside)
{
    struct weft_request request = {
        .envelope = *envelope, .buffer.from = buffer, .total = envelope->length, .cookie = WEFT_COOKIE_OF_SHORT};
    send_after_rts(&request, puts_aside);
    return request.total;
}

static inline weft_length send_by_short_rts(const void *buffer, const struct weft_envelope *envelope, weft_word label,
                                            bool puts_aside)
{
    const int32_t rank = envelope->rank;
    WEFT_PROBE("send", rank, envelope->tag, envelope->context, envelope->length);
    const bool is_sent = weft_link_send_short_rts(weft_node_of(rank), label, buffer, (uint32_t)envelope->length);
    WEFT_PROBE_HOLD("send", rank, envelope->tag, envelope->context, envelope->length);
    return is_sent ? envelope->length : send_after_short_rts(buffer, envelope, puts_aside);
}

/* Continues after the RTS was offered to the link. On links on which each cycle before the RTS counts, this is a
 * function of its own: otherwise the caller would save registers and prepare the request before it sends the RTS. */
#if WEFT_LINK_EAGER > WEFT_LINK_BLOCK
#define WEFT_BEHIND_RTS __attribute__((noinline, unused))
#else
#define WEFT_BEHIND_RTS inline
#endif
static WEFT_BEHIND_RTS weft_length send_rest(const void *buffer, weft_length length, uint32_t context, int32_t rank,
                                             int32_t tag, uint32_t cookie, bool is_sent, bool puts_aside)
{
    struct weft_request request = {
        .envelope = {rank, tag, context, length}, .buffer.from = buffer, .total = length, .cookie = cookie};
    if (is_sent) {
        send_after_rts(&request, puts_aside);
    } else {
        join(&request, WEFT_SEND_RTS, 0);
    }
    return request.total;
}

/* Sends the message. Returns how many bytes the receiver accepted. */
static inline __attribute__((always_inline)) weft_length
send_straight(const void *buffer, const struct weft_envelope *envelope, bool puts_aside)
{
    WEFT_SENT(envelope->rank, envelope->tag, envelope->context, envelope->length);
    if (weft_may_be_short(envelope) && weft_link_has_short_rts(weft_node_of(envelope->rank)) &&
        weft_link_direct(buffer)) {
        const weft_word label = weft_label_to(envelope, false);
        if (label != WEFT_LABEL_NONE) {
            return send_by_short_rts(buffer, envelope, label, puts_aside);
        }
    }
    const uint32_t cookie = ++weft_engine.cookies;
    const bool is_sent = weft_send_rts(envelope, cookie);
    return send_rest(buffer, envelope->length, envelope->context, envelope->rank, envelope->tag, cookie, is_sent,
                     puts_aside);
}

/* Receives the data of a message whose CTS has been sent. */
static inline void receive_data(struct weft_request *request)
{
    const struct weft_envelope envelope = request->envelope;
    const weft_word empty = word(envelope.rank, WEFT_LABEL_DATA, 0);
    uint8_t *const to = request->buffer.to;
    weft_length left = request->total - request->moved;
    WEFT_RECEIVED(envelope.rank, envelope.tag, envelope.context, left);
    while (left > 0) {
        WEFT_PROBE("receive", envelope.rank, envelope.tag, envelope.context, envelope.length);
        const weft_word head = weft_link_wait_head();
        WEFT_PROBE_HOLD("receive", envelope.rank, envelope.tag, envelope.context, envelope.length);
        if (head - empty > left) {
            request->moved = request->total - left;
            join(request, WEFT_RECEIVE_DATA, head);
            return;
        }
        weft_link_take(to + (request->total - left));
        left -= (uint32_t)(head - empty);
        WEFT_RECEIVED(envelope.rank, envelope.tag, envelope.context, left);
    }
}

/* Keeps an RTS from the expected rank that does not match this receive. */
__attribute__((cold)) static inline void keep_rts(const struct weft_envelope *envelope, uint32_t cookie)
{
    struct weft_message *const message = weft_rts_take();
    message->envelope = *envelope;
    message->data = NULL;
    message->cookie = cookie;
    weft_message_keep(message);
}

/* Answers the matching RTS, which has been taken from the link, and receives the data. */
static inline __attribute__((always_inline)) void answer_rts(struct weft_request *request,
                                                             const struct weft_envelope *envelope)
{
    const weft_length total = weft_smaller(envelope->length, request->envelope.length);
    const uint32_t cookie = weft_engine.heard.rts.cookie;
    const bool is_taken =
        weft_clear_to_send(envelope->rank, cookie, total, weft_link_piece(weft_clamped(total)), request->buffer.to);
    request->total = total;
    request->envelope = *envelope;
    request->cookie = cookie;
    if (is_taken) {
        receive_data(request);
    } else {
        join(request, WEFT_RECEIVE_CTS, 0);
    }
}

/* Takes an RTS from the expected rank, and answers it if it matches. */
static inline void receive_after_rts(struct weft_request *request)
{
    weft_link_take(&weft_engine.heard);
    const struct weft_rts *const said = &weft_engine.heard.rts;
    const struct weft_envelope envelope = {request->envelope.rank, said->tag, said->context, said->length};
    if (!weft_matches(&request->envelope, &envelope)) {
        keep_rts(&envelope, said->cookie);
        weft_credit_begin(envelope.rank);
        join(request, WEFT_RECEIVE_MATCH, 0);
        return;
    }
    answer_rts(request, &envelope);
    weft_credit_begin(envelope.rank);
}

/* Returns the label of a plain message that would match. On a link with short RTS such a message is common, so names
 * are looked up. On others it is rare here, and not worth the call: may_be_at_once() excludes the contexts that share
 * names. */
static inline weft_word label_of(const struct weft_envelope *wanted)
{
    return WEFT_NAMES == 0 || WEFT_LINK_SHORT_RTS > 0 ? weft_label_from(wanted)
                                                      : weft_label(wanted->context, (uint32_t)wanted->tag);
}

static inline bool may_be_at_once(const struct weft_envelope *wanted, weft_word label)
{
    return WEFT_NAMES == 0 || WEFT_LINK_SHORT_RTS > 0
               ? label != WEFT_LABEL_NONE
               : (uint32_t)wanted->tag < WEFT_LABEL_TAGS && wanted->context < WEFT_NAME_FIRST;
}

/* If the head is the matching message, or its short RTS, and the buffer has room for all of it: takes it and returns
 * true. A difference of request words that is larger than the length field can hold is one of labels. */
static inline bool receive_at_once(struct weft_request *request, weft_word head)
{
    const struct weft_envelope *const wanted = &request->envelope;
    const weft_word label = label_of(wanted);
    const weft_word length = head - word(wanted->rank, label, 0);
    if (!may_be_at_once(wanted, label) || length > weft_smaller(wanted->length, WEFT_BLOCK_LENGTH_MASK)) {
        return false;
    }
    request->envelope.length = request->total = (uint32_t)length;
    weft_take(&request->envelope, request->buffer.to);
    WEFT_RECEIVED(request->envelope.rank, request->envelope.tag, request->envelope.context, 0);
    weft_settle_taken(&request->envelope);
    return true;
}

/* May the message at the head be from another rank? On links with short RTS this check avoids a call of
 * weft_put_aside(). */
static inline bool may_be_of_other(weft_word head, int32_t rank)
{
    return WEFT_LINK_SHORT_RTS == 0 || WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head) != weft_node_of(rank);
}

/* Waits for the message of a receive that is in no list. Its source is a known rank, and the link can write its buffer.
 */
static inline __attribute__((always_inline)) void receive_straight(struct weft_request *request)
{
    const struct weft_envelope wanted = request->envelope;
    const weft_word rts = word(wanted.rank, WEFT_LABEL_RTS, sizeof(struct weft_rts));
    weft_word head;
    bool is_aside;
    do {
        WEFT_PROBE("receive", wanted.rank, wanted.tag, wanted.context, wanted.length);
        head = weft_link_wait_head();
        WEFT_PROBE_HOLD("receive", wanted.rank, wanted.tag, wanted.context, wanted.length);
        is_aside = head != rts && may_be_of_other(head, wanted.rank) && weft_put_aside(head, wanted.rank);
    } while (is_aside);
    if (head == rts) {
        receive_after_rts(request);
    } else if (!receive_at_once(request, head)) {
        join(request, WEFT_RECEIVE_MATCH, head);
    }
}

#endif
