/* The fast paths between ends that were looked up before (weft_fast_to(), weft_fast_from()). The objects persist; a
 * sender's window is open, and a receiver's object has not lapsed. */
#ifndef WEFT_KEPT_ENDS_H
#define WEFT_KEPT_ENDS_H

/* May weft_fast_send_block() send a message that weft_fast_begin() does not? */
WEFT_INLINE bool weft_fast_may_be_block(const void *data, size_t length)
{
    return length > WEFT_FAST_SHORT && length <= WEFT_LINK_BLOCK && weft_link_direct(data);
}

/* Sends a message of at most a block in the first context. A prepared message is set up again. */
WEFT_INLINE void weft_fast_send_block(const struct weft_fast_to *to, const void *data, size_t length)
{
    weft_hibi_send_block(to->target, to->word + (uint32_t)length + to->link->carries, data, (uint32_t)length);
    WEFT_SENT(to->rank, to->tag, to->context, (uint32_t)length);
    if (!weft_hibi_has_sent(to->link, to->peer)) {
        weft_hibi_has_spent(to->link, to->peer, to->rank);
    }
}

/* The longest message that weft_fast_send_long() sends. */
WEFT_INLINE uint32_t weft_fast_longest(const struct weft_fast_to *to)
{
    return weft_hibi_is_core(to->link) ? WEFT_FAST_LONGEST : 0;
}

/* Announces a message of more than a block from a direct buffer in the first context, while no request is outstanding:
 * sends its RTS, which is its request word. weft_fast_send_long() must follow. */
WEFT_INLINE void weft_fast_announce(const struct weft_fast_to *to, const void *data, uint32_t length)
{
    WEFT_PROBE_IN("sent", to->rank, to->tag, to->context, length);
    weft_hibi_announce(to->link, to->target, to->word + to->link->carries + length, data, length);
}

/* Sends its words if its receiver waits for it. False: only its RTS has been sent. */
WEFT_INLINE bool weft_fast_send_long(const struct weft_fast_to *to, const void *data, uint32_t length)
{
    struct weft_hibi_peer *link = to->link;
    WEFT_COMPUTE_NOW(link);
    WEFT_PROBE_IN("send", to->rank, to->tag, to->context, length);
    const bool is_sent = weft_hibi_send_announced(link, data, length);
    WEFT_PROBE_HOLD("send", to, 0, 0, length);
    weft_hibi_has_carried(link, to->peer);
    return is_sent;
}

/* Sends a short message in the object's context or, if `further` is 1, in the next one. weft_fast_finish() must follow,
 * and the caller must prepare the next message. False: nothing was sent, and the caller sends it by another path. */
WEFT_INLINE bool weft_fast_begin(const struct weft_fast_to *to, uint32_t further, const void *data, size_t length)
{
    if (length - 1u >= WEFT_FAST_SHORT || further > 1) {
        return false;
    }
    const weft_word word = to->word + to->link->carries + (uint32_t)length + (further != 0 ? WEFT_HIBI_SECOND : 0);
    if (!weft_hibi_begin_any(to->target, word, data, (uint32_t)length)) {
        return false;
    }
    if (further == 0) {
        WEFT_PROBE_IN("sent", to->rank, to->tag, to->context, (uint32_t)length);
    } else {
        WEFT_PROBE_IN("sent", to->rank, to->tag, to->second, (uint32_t)length);
    }
    return true;
}

/* Prepares a message of 4 bytes between the ends with this name; weft_fast_prepare_nothing(): no message is prepared
 * any more. */
WEFT_INLINE void weft_fast_prepare(const struct weft_fast_to *to, uint32_t name)
{
    weft_hibi_prepare(to->target, to->word + to->link->carries + 4, name);
}

WEFT_INLINE void weft_fast_prepare_nothing(void)
{
    weft_hibi.prepared = WEFT_FAST_NONE;
    weft_hibi.prepared_link = NULL;
}

/* Can weft_fast_begin_word() send between these ends? */
WEFT_INLINE bool weft_fast_is_prepared(uint32_t name)
{
    return weft_hibi.prepared == name;
}

/* What weft_fast_begin_word() needs, loaded before it is known whether that may be called. */
struct weft_fast_loaded {
    struct weft_hibi_loaded link;
};

WEFT_INLINE struct weft_fast_loaded weft_fast_load(const struct weft_fast_to *to)
{
    return (struct weft_fast_loaded){weft_hibi_load_prepared(&to->target)};
}

/* Begins to send the prepared message of 4 bytes in the first context. weft_fast_finish() must follow. */
WEFT_INLINE bool weft_fast_begin_word(const struct weft_fast_to *to, struct weft_fast_loaded loaded, uint32_t data)
{
    WEFT_PROBE_AT("sent", &to->rank, &to->tag, &to->context, 4);
    weft_hibi_begin_prepared(loaded.link, data);
    return true;
}

/* The same for a message that is not prepared; the caller must prepare the next one. */
WEFT_INLINE bool weft_fast_begin_alone(const struct weft_fast_to *to, uint32_t data)
{
    WEFT_PROBE_IN("sent", to->rank, to->tag, to->context, 4);
    weft_hibi_begin_word(to->target, to->word + 4 + to->link->carries, data);
    return true;
}

/* The same for a short message, in the first context or the second, to the ends of the prepared message. */
WEFT_INLINE bool weft_fast_begin_part(const struct weft_fast_to *to, uint32_t further, const void *data, size_t length)
{
    weft_word more = (uint32_t)length - 4;
    if (!WEFT_LIKELY(length - 1u < 4u) && !(length - 1u < WEFT_FAST_SHORT && weft_hibi_may_begin(data))) {
        return false;
    }
    if (WEFT_LIKELY(further == 0)) {
        WEFT_PROBE_AT("sent", &to->rank, &to->tag, &to->context, length);
    } else if (further == 1) {
        more += WEFT_HIBI_SECOND;
        WEFT_PROBE_AT("sent", &to->rank, &to->tag, &to->second, length);
    } else {
        return false;
    }
    weft_hibi_begin_like_prepared(to->target, more, data, (uint32_t)length);
    return true;
}

/* Counts the message while it leaves. False: the last credit is spent, and weft_fast_has_spent() must follow. */
WEFT_INLINE bool weft_fast_finish(const struct weft_fast_to *to)
{
    const bool has_credit = weft_hibi_has_sent(to->link, to->peer);
    weft_hibi_finish();
    return has_credit;
}

WEFT_INLINE void weft_fast_has_spent(const struct weft_fast_to *to)
{
    weft_hibi_has_spent(to->link, to->peer, to->rank);
}

/* Returns how many messages of this peer have been consumed and not been given credit for. */
WEFT_INLINE int32_t weft_fast_owed(const struct weft_fast_from *from)
{
    return from->from.peer->owed;
}

/* Does a message with this request word belong to the second context? */
WEFT_INLINE bool weft_hibi_is_second(const struct weft_fast_from *from, weft_word head)
{
    return ((head ^ from->from.word) & WEFT_HIBI_SECOND) != 0;
}

/* May a message of this peer be received by the fast path? If a batch of credits is due, it goes with the next message
 * to that peer, unless too many are due. */
WEFT_INLINE bool weft_hibi_may_receive(const struct weft_fast_from *from, int32_t owed, const void *data)
{
    if ((uintptr_t)data % 4u != 0) {
        return false;
    }
    if (!WEFT_LIKELY(owed < WEFT_CREDIT_BATCH - 1)) {
        if (owed >= WEFT_HIBI_MOST_OWED || from->credit == 0) {
            return false;
        }
        weft_hibi_set_carries(from->link, from->credit);
    }
    return true;
}

WEFT_INLINE void weft_hibi_tell_received(const struct weft_fast_from *from, bool is_static, bool is_second)
{
    if (!is_second) {
        if (is_static) {
            WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->from.context, 0);
        } else {
            WEFT_PROBE_IN("received", from->from.rank, from->from.tag, from->from.context, 0);
        }
    } else if (is_static) {
        WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->second, 0);
    } else {
        WEFT_PROBE_IN("received", from->from.rank, from->from.tag, from->second, 0);
    }
}

/* Takes a message that is not the common one of 4 bytes in the first context. Returns as weft_fast_take(). The request
 * word of a message of the second context is greater by WEFT_HIBI_SECOND; that of an unwanted message is greater by
 * more than any length. */
WEFT_INLINE bool weft_hibi_take_other(const struct weft_fast_from *from, bool is_static, struct weft_fast_come *come,
                                      void *data, uint32_t capacity, uint32_t *length)
{
    bool is_second = false;
    *length = come->head - from->empty;
    if (!WEFT_LIKELY(*length < WEFT_HIBI_SECOND)) {
        *length -= WEFT_HIBI_SECOND & ~from->from.both;
        is_second = true;
    }
    if (WEFT_LIKELY(*length - 1u < 4u)) {
        weft_hibi_tell_received(from, is_static, is_second);
        weft_hibi_take_part(come, data, *length);
        return true;
    }
    if (WEFT_LIKELY(*length - 1u < WEFT_HIBI_TAKEN && *length <= capacity && weft_hibi_may_take(data))) {
        weft_hibi_tell_received(from, is_static, is_second);
        weft_hibi_take_few(come, data, *length);
        return true;
    }
    weft_hibi_leave(come);
    if (*length > WEFT_LINK_BLOCK || *length > capacity) {
        from->from.peer->owed--;
        return false;
    }
    weft_hibi_tell_received(from, is_static, is_second);
    return false;
}

/* Receives by an object that persists and has not lapsed. False: if the length is at most the capacity, the caller must
 * still take the data: by weft_fast_take_longer(), which completes the receive, or, of more than a block, by
 * weft_fast_take_long(); otherwise nothing has been taken. */
WEFT_INLINE bool weft_fast_take(const struct weft_fast_from *from, bool is_static, int32_t owed, void *data,
                                size_t capacity, uint32_t *length)
{
    struct weft_fast_come come = {0};
    *length = UINT32_MAX;
    if (weft_hibi.head != 0 || !weft_hibi_may_receive(from, owed, data)) {
        return false;
    }
    from->from.peer->owed = owed + 1;
    weft_word wanted = from->from.word;
    WEFT_COMPUTE_NOW(wanted);
    if (is_static) {
        WEFT_PROBE_AT("receive", &from->from.rank, &from->from.tag, &from->from.context, capacity);
    } else {
        WEFT_PROBE_IN("receive", from->from.rank, from->from.tag, from->from.context, capacity);
    }
    if (!WEFT_LIKELY(weft_hibi_await_message(from->link, capacity, &come))) {
        from->from.peer->owed--;
        return false;
    }
    if (!is_static) {
        WEFT_PROBE_HOLD("receive", from, 0, 0, capacity);
    }
    if (!WEFT_LIKELY(come.head == wanted)) {
        come.head = weft_hibi_note_credit(from->link, come.head);
    }
    if (WEFT_LIKELY(come.head == wanted)) {
        weft_hibi_tell_received(from, is_static, false);
        weft_hibi_take_word(&come, data);
        *length = 4;
        return true;
    }
    return weft_hibi_take_other(from, is_static, &come, data, capacity, length);
}

WEFT_INLINE void weft_fast_take_longer(const struct weft_fast_from *from, void *data, uint32_t length)
{
    weft_hibi_take_several(from->link, data, length);
}

/* Begins to take a message of more than a block to a direct buffer. The caller does the rest of its work while the
 * words come, and then calls weft_fast_end_long(). */
WEFT_INLINE void weft_fast_take_long(const struct weft_fast_from *from, void *data, uint32_t length)
{
    const weft_word head = weft_hibi_left(from->link);
    weft_hibi_begin_to_take(from->link, data, length);
    weft_hibi_tell_received(from, false, weft_hibi_is_second(from, head));
}

WEFT_INLINE void weft_fast_end_long(const struct weft_fast_from *from, void *data, uint32_t length)
{
    weft_hibi_end_take(from->link, data, length);
}

WEFT_INLINE bool weft_hibi_receive_any(const struct weft_fast_from *from, void *data, uint32_t capacity,
                                       uint32_t *length)
{
    if ((uintptr_t)data % 4u != 0) {
        return false;
    }
    WEFT_PROBE("receive", from->from.rank, from->from.tag, from->from.context, capacity);
    *length = weft_hibi_collect(&from->from, data, capacity);
    WEFT_PROBE_HOLD("receive", from->from.rank, from->from.tag, from->from.context, capacity);
    if (*length > capacity) {
        return false;
    }
    WEFT_RECEIVED(from->from.rank, from->from.tag, from->from.context + weft_hibi_is_second(from, weft_hibi.collected),
                  0);
    from->from.peer->owed++;
    return true;
}

/* Is a batch of credits due, for which weft_fast_take() may have refused? */
WEFT_INLINE bool weft_fast_owes_credit(const struct weft_fast_from *from)
{
    return from->from.peer->owed >= WEFT_CREDIT_BATCH - 1;
}

WEFT_INLINE void weft_fast_give_credit(const struct weft_fast_from *from)
{
    weft_hibi_owes_batch(from);
}

/* Receives what weft_fast_take() has refused: first gives credit if that is due, and consumes notes. */
WEFT_INLINE bool weft_fast_receive_rest(const struct weft_fast_from *from, void *data, uint32_t capacity,
                                        uint32_t *length)
{
    if (weft_fast_owes_credit(from)) {
        weft_fast_give_credit(from);
    }
    return weft_hibi_receive_any(from, data, capacity, length);
}

#endif
