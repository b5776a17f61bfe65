/* Credits, and the windows that depend on them. A credit is the permission to send one eager block, for which the
 * receiver has reserved a slot. The receiver returns credits in batches of WEFT_CREDIT_BATCH, after it has consumed
 * that many blocks.
 *
 *      sender                                      receiver
 *      credits: WEFT_CREDITS                       owed: 0
 *      eager block, credits - 1  ----------------> consumed, owed + 1
 *      at 0: take_credit; none: window closes      owed == batch: owed - batch,
 *      credits + batch  <------------------------- give_credit */
#include "engine/state.h"

#if WEFT_LINK_HAS_SEND_LIMIT
WEFT_PER_RANK uint32_t weft_send_limit;
#if WEFT_HAS_QUIET_LIMIT
WEFT_PER_RANK uint32_t weft_quiet_limit;
#endif

/* Recomputes the send limit: the number of ranks, or 0 (small_messages.h of the link). */
void weft_set_send_limit(void)
{
    weft_send_limit = weft_engine.shut == 0 ? (uint32_t)weft_self()->size : 0;
#if WEFT_HAS_QUIET_LIMIT
    weft_quiet_limit = weft_is_quiet() ? weft_send_limit : 0;
#endif
}

/* Counts the ranks that are shut. This rank itself counts too: messages to itself below the limit also go through the
 * link. */
static void count_shut(int32_t rank, bool is_shut)
{
    struct weft_traffic *const traffic = &weft_engine.traffic[rank];
    weft_engine.shut += (uint32_t)is_shut - (uint32_t)traffic->is_shut;
    traffic->is_shut = is_shut;
    weft_set_send_limit();
}
#endif

/* Recomputes the send window of a rank. Not inlined: windows change rarely, so a single copy saves memory. */
__attribute__((noinline)) void weft_set_send_window(int32_t rank)
{
    const bool may_send = weft_self()->peers[rank].credits > 0 && weft_engine.traffic[rank].queued == 0;
    const bool open = may_send && !weft_is_self(rank);
    weft_send_windows[rank] = open ? WEFT_SEND_WINDOW_OPEN(weft_node_of(rank)) : WEFT_SEND_WINDOW_CLOSED;
#ifdef WEFT_LINK_HAS_ENDS
    weft_fast_lapse(!open, false);
#endif
#if WEFT_LINK_HAS_SEND_LIMIT
    count_shut(rank, !may_send);
#endif
}

/* Recomputes the receive window of a rank: open if no message from it is kept, no receive from it is posted, and it has
 * credit. While anything holds all windows, only `traffic` notes the value. */
void weft_set_receive_window(int32_t rank)
{
    struct weft_traffic *const traffic = &weft_engine.traffic[rank];
    const bool open =
        (traffic->kept | traffic->posted) == 0 && !weft_is_self(rank) && weft_has_credit(&weft_self()->peers[rank]);
    traffic->receive_word = open ? weft_source_word(weft_node_of(rank)) : 0;
    const weft_word word = weft_engine.held == 0 ? traffic->receive_word : 0;
    weft_self()->peers[rank].receive_word = word;
#ifdef WEFT_LINK_HAS_ENDS
    weft_fast_lapse(false, word == 0);
#endif
}

/* Closes all receive windows, or restores them. */
static inline void shut_or_restore(bool shut)
{
#if WEFT_CREDIT_ON_DEMAND
    for (uint32_t i = 0; i < weft_engine.eager; i++) {
        const weft_rank rank = weft_engine.eager_peers[i];
        weft_self()->peers[rank].receive_word = shut ? 0 : weft_engine.traffic[rank].receive_word;
    }
#else
    struct weft_peer *peer = weft_self()->peers;
    const struct weft_traffic *traffic = weft_engine.traffic;
    for (const struct weft_peer *const end = peer + weft_self()->size; peer != end; peer++, traffic++) {
        peer->receive_word = shut ? 0 : traffic->receive_word;
    }
#endif
}

void weft_hold_receive_windows(int32_t more)
{
    const bool were_held = weft_engine.held != 0;
    weft_engine.held += (uint32_t)more;
    const bool are_held = weft_engine.held != 0;
    if (are_held != were_held) {
        shut_or_restore(are_held);
#ifdef WEFT_LINK_HAS_ENDS
        weft_fast_lapse(false, are_held);
#endif
    }
}

void weft_credit_consumed(int32_t rank)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    if (weft_is_self(rank)) {
        peer->credits++;
        if (WEFT_LINK_HAS_SEND_LIMIT && peer->credits == 1) {
            weft_update_send_window(rank);
        }
    } else if (weft_has_credit(peer) && ++peer->owed >= WEFT_CREDIT_BATCH) {
        peer->owed -= WEFT_CREDIT_BATCH;
        weft_link_give_credit(weft_node_of(rank));
    }
}

#if WEFT_CREDIT_ON_DEMAND
/* This batch is in addition to the credit for the first message, so `owed` begins at -1, as after a batch that was
 * returned one block early. */
void weft_credit_begin(int32_t rank)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    if (!weft_has_credit(peer) && weft_engine.eager < WEFT_EAGER_PEERS && weft_slots_add(WEFT_CREDIT_BATCH + 1u)) {
        weft_engine.eager_peers[weft_engine.eager++] = (weft_rank)rank;
        peer->owed = -1;
        weft_update_receive_window(rank);
        weft_link_give_credit(weft_node_of(rank));
    }
}
#endif

/* Number of polls for a batch before the send window closes. */
#ifndef WEFT_LINK_CREDIT_LOOKS
#define WEFT_LINK_CREDIT_LOOKS 1
#endif

void weft_credit_spent(int32_t rank)
{
    bool given = false;
    for (int look = 0; !given && look < WEFT_LINK_CREDIT_LOOKS; look++) {
        given = weft_link_take_credit(weft_node_of(rank));
    }
    if (given) {
        weft_self()->peers[rank].credits = WEFT_CREDIT_BATCH;
    } else {
        weft_set_send_window(rank);
    }
}

void weft_credit_give_early(int32_t rank)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    peer->owed -= WEFT_CREDIT_BATCH;
    weft_link_give_credit(weft_node_of(rank));
}

bool weft_credit_settle(int32_t rank)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const bool due = !WEFT_SMALL && peer->owed >= WEFT_CREDIT_BATCH - 1;
    const bool given = peer->credits == 0 && !weft_is_self(rank) && weft_link_take_credit(weft_node_of(rank));
    if (due) {
        weft_credit_give_early(rank);
    }
    if (given) {
        peer->credits = WEFT_CREDIT_BATCH;
        weft_update_send_window(rank);
    }
    return due || given;
}

/* Collects only if no more than WEFT_CREDITS can result. */
void weft_credit_collect(int32_t rank)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    if (peer->credits > 0 && peer->credits <= WEFT_CREDITS - WEFT_CREDIT_BATCH &&
        weft_link_take_credit(weft_node_of(rank))) {
        peer->credits += WEFT_CREDIT_BATCH;
    }
}

WEFT_CALLED bool weft_credit_spend(int32_t rank)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    weft_credit_settle(rank);
    const bool spent = peer->credits > 0;
    peer->credits -= spent;
    if (peer->credits == 0) {
        weft_update_send_window(rank);
    }
    return spent;
}
