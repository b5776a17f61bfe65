/* The link through shared memory: one queue for each ordered pair of ranks of a job on one machine. Node numbers are
 * ranks.
 *
 * The contract follows from the queues: a block finds room as a whole or is refused; queues of different pairs share
 * nothing; a batch of credits is a count in the line of returns.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

#define WEFT_LINK_STREAM WEFT_SINGLE_MOST
#define WEFT_LINK_OFFER (weft_shm.inboxes[0].ring_bytes / 4)

/* barrier.c: waits for all other ranks. */
void weft_shm_barrier(uint32_t count);

/* Of pieces that go through the ring: large enough that sender and receiver do not work on neighbouring lines, small
 * enough that both work at the same time; four fit into a ring. */
static inline uint32_t weft_link_piece(uint32_t total)
{
    const uint32_t most = WEFT_LINK_OFFER;
    const uint32_t quarter = total / 4 / WEFT_LINE * WEFT_LINE;
    if (weft_shm.copies_once && total >= WEFT_SINGLE_LEAST) {
        return WEFT_SINGLE_MOST;
    }
    return quarter < WEFT_LINK_BLOCK ? WEFT_LINK_BLOCK : quarter < most ? quarter : most;
}

/* Polls the inboxes of the ranks that have ever sent something, round robin from the one after the last that had a
 * message. */
static inline weft_word weft_shm_look(void)
{
    if (__builtin_expect(weft_shm_has_new_senders(), 0)) {
        weft_shm_learn_senders();
    }
    uint32_t turn = weft_shm.turn;
    for (uint32_t seen = 0; seen < weft_shm.heard; seen++) {
        turn = turn + 1 < weft_shm.heard ? turn + 1 : 0;
        const uint32_t node = weft_shm.heard_of[turn];
        const struct weft_cell *const cell = weft_inbox_next(&weft_shm.inboxes[node]);
        if (cell) {
            weft_shm.current = node;
            weft_shm.turn = turn;
            weft_shm.idle = 0;
            return cell->word;
        }
    }
    return 0;
}

static inline weft_word weft_link_head(void)
{
    const weft_word head = weft_shm_look();
    if (head == 0 && __builtin_expect(weft_shm.shared, 0)) {
        weft_shm_found_nothing();
    }
    return head;
}

static inline weft_word weft_link_wait_head(void)
{
    weft_word head = weft_shm_look();
    while (head == 0) {
        weft_shm_wait();
        head = weft_shm_look();
    }
    return head;
}

/* Polls less often than a receive does: both ranks' lines are in transit at the same time, and every poll delays them.
 */
static inline void weft_link_meet(uint32_t node)
{
    for (uint32_t polls = 0; polls < weft_shm.polls / 4 && !weft_inbox_next(&weft_shm.inboxes[node]); polls++) {
        weft_pause();
    }
}

static inline void weft_link_take(void *buffer)
{
    struct weft_inbox *const inbox = &weft_shm.inboxes[weft_shm.current];
    const struct weft_cell *const cell = &inbox->channel->cells[inbox->taken % WEFT_CELLS];
    const uint32_t length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, cell->word);
    if (__builtin_expect(length > WEFT_LINK_OFFER, 0)) {
        weft_single_take(weft_shm.current, cell, buffer, length);
    } else if (weft_inbox_take(inbox, cell, buffer, length)) {
        weft_shm_notify(weft_shm.current);
    }
}

static inline bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    return weft_shm_send(node, label, buffer, length);
}

static inline void weft_link_rest(void)
{
    weft_shm_wait();
}

static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    if (length > WEFT_LINK_OFFER) {
        weft_single_send(node, weft_shm_word(label, length), buffer);
        return true;
    }
    while (!weft_shm_send(node, label, buffer, length)) {
        weft_shm_wait();
    }
    weft_shm.idle = 0;
    return true;
}

static inline void weft_link_give_credit(uint32_t node)
{
    struct weft_inbox *const inbox = &weft_shm.inboxes[node];
    inbox->credits++;
    atomic_store_explicit(&inbox->channel->returns.credits, inbox->credits, memory_order_relaxed);
}

static inline bool weft_link_take_credit(uint32_t node)
{
    struct weft_outbox *const outbox = &weft_shm.outboxes[node];
    const bool given = atomic_load_explicit(&outbox->channel->returns.credits, memory_order_relaxed) != outbox->credits;
    outbox->credits += given;
    return given;
}

#include "link/link.h"

#endif
