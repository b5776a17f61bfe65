/* The fast paths between ends that were found before: by objects that are there for good, of which a sender's window is
 * open and a receiver's has not lapsed. */
#ifndef WEFT_FAST_PATH_ENDS_H
#define WEFT_FAST_PATH_ENDS_H

/* Can a message of at most a block be sent from this buffer without anything that could refuse it? */
WEFT_INLINE bool weft_fast_may_send(const void *data)
{
    return weft_link_direct(data);
}

WEFT_INLINE void weft_fast_send_block(const struct weft_fast_to *to, const void *data, uint32_t length)
{
    weft_hibi_send_block(to->target, to->word + (length - 4u) + to->link->carries, data, length);
    WEFT_PROBE_AT("sent", &to->rank, &to->tag, &to->context, length);
    weft_hibi_has_sent(to->link, to->peer, to->rank);
}

/* What the next request word has in addition. */
WEFT_INLINE weft_word weft_fast_carries(const struct weft_fast_to *to)
{
    weft_word carries = to->link->carries;
    WEFT_COMPUTE_NOW(carries);
    return carries;
}

/* The same of a word, in two steps, of which the second calls nothing that it has to return from. A probe stands before
 * the stores that send, since all paths meet after them. `word` has what it carries. False: the message is another one,
 * or in a context that is `further` than the object's. */
WEFT_INLINE bool weft_fast_begin(const struct weft_fast_to *to, uint32_t target, weft_word word, uint32_t further,
                                 const void *data, size_t length)
{
    if (!WEFT_LIKELY(further == 0) || !WEFT_LIKELY(length == 4) || !WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        return false;
    }
    WEFT_PROBE_AT("sent", &to->rank, &to->tag, &to->context, 4);
    weft_hibi_begin_word(target, word, *(const weft_hibi_word *)data);
    return true;
}

/* The same of at most WEFT_FAST_SHORT bytes. */
WEFT_INLINE bool weft_fast_begin_few(const struct weft_fast_to *to, uint32_t target, weft_word word, uint32_t further,
                                     const void *data, size_t length)
{
    if (!WEFT_LIKELY(length <= WEFT_FAST_SHORT) || !WEFT_LIKELY(weft_hibi_may_be_short(data)) ||
        !WEFT_LIKELY(further <= 1)) {
        return false;
    }
    word += WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(further, 0)) + (uint32_t)length - 4u;
    WEFT_SENT(to->rank, to->tag, to->context + further, (uint32_t)length);
    weft_hibi_begin_short(target, word, data, (uint32_t)length);
    return true;
}

WEFT_INLINE void weft_fast_finish(const struct weft_fast_to *to)
{
    weft_hibi_finish();
    weft_hibi_has_sent(to->link, to->peer, to->rank);
}

/* Of its messages, how many have been consumed and not been given credit for. */
WEFT_INLINE int32_t weft_fast_owed(const struct weft_fast_from *from)
{
    return from->from.peer->owed;
}

/* The same of a word from an object that is there for good, and has not lapsed. A batch of credits that is due goes
 * with a message to that peer, if there is one before too many are due. On false, another message may have come, of at
 * most a block. */
WEFT_INLINE bool weft_fast_take(const struct weft_fast_from *from, int32_t owed, void *data, uint32_t capacity,
                                struct weft_fast_come *come)
{
    come->head = 0;
    if (!WEFT_LIKELY((uintptr_t)data % 4u == 0) || !WEFT_LIKELY(weft_hibi.head == 0)) {
        return false;
    }
    if (!WEFT_LIKELY(owed < WEFT_CREDIT_BATCH - 1)) {
        if (owed >= WEFT_HIBI_MOST_OWED || from->credit == 0) {
            return false;
        }
        from->link->carries = from->credit;
    }
    from->from.peer->owed = owed + 1;
    WEFT_PROBE_AT("receive", &from->from.rank, &from->from.tag, &from->from.context, capacity);
    const bool is_word = weft_hibi_await_word(from->link, from->from.word, capacity, come);
    WEFT_PROBE_HOLD("receive", 0, 0, 0, capacity);
    if (!WEFT_LIKELY(is_word)) {
        if (!WEFT_LIKELY(come->head != 0)) {
            from->from.peer->owed = owed;
        }
        return false;
    }
    WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->from.context, 0);
    weft_hibi_take_word(come, data);
    return true;
}

WEFT_INLINE uint32_t weft_fast_length(const struct weft_fast_come *come)
{
    (void)come;
    return 4;
}

/* Bytes of that message, or more than the capacity. Most are short, and in the first context. */
WEFT_INLINE uint32_t weft_fast_other(const struct weft_fast_from *from, const void *data, uint32_t capacity,
                                     struct weft_fast_come *come)
{
    if (!WEFT_LIKELY(come->head != 0)) {
        return UINT32_MAX;
    }
    const uint32_t few = come->head - from->from.word + 4;
    come->is_first = WEFT_LIKELY(few <= WEFT_HIBI_TAKEN) && WEFT_LIKELY(few <= capacity);
    if (come->is_first) {
        return few;
    }
    const uint32_t length = weft_hibi_other(from->link, &from->from, from->empty, data, capacity, come);
    if (!WEFT_LIKELY(length <= capacity)) {
        from->from.peer->owed--;
    }
    return length;
}

/* Tells of a message with this request word. */
WEFT_INLINE void weft_hibi_tell_received(const struct weft_fast_from *from, weft_word head)
{
    if (WEFT_LIKELY(((head ^ from->from.word) & ~from->from.both) == 0)) {
        WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->from.context, 0);
    } else {
        WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->second, 0);
    }
}

/* Takes it; there is nothing to do after that. */
WEFT_INLINE void weft_fast_take_other(const struct weft_fast_from *from, const struct weft_fast_come *come, void *data,
                                      uint32_t length)
{
    if (WEFT_LIKELY(come->is_first)) {
        WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->from.context, 0);
    } else {
        weft_hibi_tell_received(from, come->head);
    }
    weft_hibi_take_other(come, data, length);
}

WEFT_INLINE bool weft_hibi_receive_any(const struct weft_fast_from *from, void *data, uint32_t capacity,
                                       uint32_t *length)
{
    if (!WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        return false;
    }
    WEFT_PROBE_AT("receive", &from->from.rank, &from->from.tag, &from->from.context, capacity);
    *length = weft_hibi_collect(&from->from, data, capacity);
    WEFT_PROBE_HOLD("receive", 0, 0, 0, capacity);
    if (!WEFT_LIKELY(*length <= capacity)) {
        return false;
    }
    weft_hibi_tell_received(from, weft_hibi.collected);
    from->from.peer->owed++;
    return true;
}

/* The same for any message. */
WEFT_INLINE bool weft_fast_receive_from(const struct weft_fast_from *from, int32_t owed, void *data, uint32_t capacity,
                                        uint32_t *length)
{
    struct weft_fast_come come;
    if (WEFT_LIKELY(weft_fast_take(from, owed, data, capacity, &come))) {
        *length = 4;
        return true;
    }
    *length = weft_fast_other(from, data, capacity, &come);
    if (WEFT_LIKELY(*length <= capacity)) {
        weft_fast_take_other(from, &come, data, *length);
        return true;
    }
    return weft_hibi_receive_any(from, data, capacity, length);
}

/* The same after weft_fast_take() and weft_fast_other() have refused, perhaps since credit is to be given first. */
WEFT_INLINE bool weft_fast_receive_rest(const struct weft_fast_from *from, void *data, uint32_t capacity,
                                        uint32_t *length)
{
    if (WEFT_LIKELY(from->from.peer->owed < WEFT_CREDIT_BATCH - 1)) {
        return weft_hibi_receive_any(from, data, capacity, length);
    }
    weft_hibi_owes_batch(from);
    return weft_fast_receive_from(from, weft_fast_owed(from), data, capacity, length);
}

#endif
