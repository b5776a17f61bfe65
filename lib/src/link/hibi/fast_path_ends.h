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
    weft_hibi_send_block(to->target, to->word + length + to->link->carries, data, length);
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

/* Completes a request word that has what it carries, and tells of its message, before the stores that send it, since
 * all paths meet after them. It may be in the context after the object's: `further` is 1 then. */
WEFT_INLINE bool weft_hibi_complete(const struct weft_fast_to *to, weft_word *word, uint32_t further, uint32_t length)
{
    *word += length;
    if (WEFT_LIKELY(further == 0)) {
        WEFT_PROBE_AT("sent", &to->rank, &to->tag, &to->context, length);
        return true;
    }
    if (!WEFT_LIKELY(further == 1)) {
        return false;
    }
    *word += WEFT_HIBI_SECOND;
    WEFT_PROBE_AT("sent", &to->rank, &to->tag, &to->second, length);
    return true;
}

/* The same of at most WEFT_FAST_SHORT bytes, in two steps, of which the second calls nothing that it has to return
 * from. False: the message is another one. */
WEFT_INLINE bool weft_fast_begin(const struct weft_fast_to *to, uint32_t target, weft_word word, uint32_t further,
                                 const void *data, size_t length)
{
    if (WEFT_LIKELY(length - 1u < 4u) && WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        if (!weft_hibi_complete(to, &word, further, (uint32_t)length)) {
            return false;
        }
        weft_hibi_begin_word(target, word, *(const weft_hibi_word *)data);
        return true;
    }
    if (!WEFT_LIKELY(length - 1u < WEFT_FAST_SHORT) || !WEFT_LIKELY(weft_link_direct(data)) ||
        !weft_hibi_complete(to, &word, further, (uint32_t)length)) {
        return false;
    }
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

/* Tells of a message with this request word. */
WEFT_INLINE void weft_hibi_tell_received(const struct weft_fast_from *from, weft_word head)
{
    if (WEFT_LIKELY(((head ^ from->from.word) & WEFT_HIBI_SECOND) == 0)) {
        WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->from.context, 0);
    } else {
        WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->second, 0);
    }
}

/* The same from an object that is there for good, and has not lapsed. A batch of credits that is due goes with a
 * message to that peer, if there is one before too many are due. False: if the length is at most the capacity, the data
 * are still to be taken by weft_fast_take_longer(), after which there is nothing to do; otherwise nothing has been
 * taken. */
WEFT_INLINE bool weft_fast_take(const struct weft_fast_from *from, int32_t owed, void *data, uint32_t capacity,
                                uint32_t *length)
{
    struct weft_fast_come come;
    *length = UINT32_MAX;
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
    weft_word wanted = from->from.word;
    weft_word empty = from->empty;
    WEFT_COMPUTE_NOW(wanted);
    WEFT_COMPUTE_NOW(empty);
    WEFT_PROBE_AT("receive", &from->from.rank, &from->from.tag, &from->from.context, capacity);
    const bool has_come = weft_hibi_await_message(from->link, capacity, &come);
    WEFT_PROBE_HOLD("receive", 0, 0, 0, capacity);
    if (!WEFT_LIKELY(has_come)) {
        from->from.peer->owed = owed;
        return false;
    }
    if (WEFT_LIKELY(come.head == wanted)) {
        WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->from.context, 0);
        weft_hibi_take_word(&come, data);
        *length = 4;
        return true;
    }
    *length = weft_hibi_wanted(&from->from, empty, data, capacity, come.head);
    if (!WEFT_LIKELY(*length <= capacity)) {
        weft_hibi_leave(&come);
        from->from.peer->owed = owed;
        return false;
    }
    if (WEFT_LIKELY((come.head ^ wanted) < WEFT_HIBI_OTHER)) {
        WEFT_PROBE_AT("received", &from->from.rank, &from->from.tag, &from->from.context, 0);
    } else {
        weft_hibi_tell_received(from, come.head);
        weft_hibi_take_batch(from->link, from->from.peer, come.head);
    }
    if (!WEFT_LIKELY(*length <= WEFT_HIBI_TAKEN) || !WEFT_LIKELY(weft_hibi_may_take(data))) {
        weft_hibi_leave(&come);
        return false;
    }
    weft_hibi_take_few(&come, data, *length);
    return true;
}

WEFT_INLINE void weft_fast_take_longer(const struct weft_fast_from *from, void *data, uint32_t length)
{
    weft_hibi_take_left(from->link, data, length);
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
    if (WEFT_LIKELY(weft_fast_take(from, owed, data, capacity, length))) {
        return true;
    }
    if (*length <= capacity) {
        weft_fast_take_longer(from, data, *length);
        return true;
    }
    return weft_hibi_receive_any(from, data, capacity, length);
}

/* The same after weft_fast_take() has refused, perhaps since credit is to be given first. */
WEFT_INLINE bool weft_fast_receive_rest(const struct weft_fast_from *from, void *data, uint32_t capacity,
                                        uint32_t *length)
{
    if (!WEFT_LIKELY(from->from.peer->owed < WEFT_CREDIT_BATCH - 1)) {
        weft_hibi_owes_batch(from);
    }
    return weft_hibi_receive_any(from, data, capacity, length);
}

#endif
