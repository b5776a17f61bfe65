/* The receiver's half of the checked link, and its start and end. */
#if defined WEFT_CHECKED_LINK && WEFT_CHECKED_LINK
#include "link/checked/frames.h"

#include <weft/timer.h>

#include "arch/copy.h"

/* At its end a node waits for acknowledgements until a frame has been sent again this often; and then, for this time
 * after the last frame came, for frames that others send again because an acknowledgement was lost. */
#define TRIES_AT_END 8u
#define LINGER (2u * WEFT_CHECKED_TIMEOUT)

void weft_checked_start(uint32_t node, uint32_t count)
{
    weft_link_start(node, count);
    weft_checked.node = node;
    for (uint32_t i = 0; i < WEFT_CHECKED_FRAMES; i++) {
        weft_checked.frames[i].next = weft_checked.free;
        weft_checked.free = &weft_checked.frames[i];
    }
}

/* Accepts the awaited frame, which has come and is in `incoming`. */
static void accept(uint32_t node, uint32_t length)
{
    const uint32_t head = weft_checked.incoming[0];
    struct weft_checked_peer *const peer = &weft_checked.peers[node];
    peer->awaited++;
    peer->owed++;
    weft_checked_unsettle(peer);
    weft_checked.counts.received++;
    if (head >> WEFT_CHECKED_KIND_SHIFT == WEFT_CHECKED_CREDIT) {
        peer->credits++;
        return;
    }
    weft_checked.head = WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node) |
                        WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, head >> WEFT_CHECKED_LABEL_SHIFT) |
                        (length - WEFT_CHECKED_HEAD);
}

/* Handles an intact frame. One that is not awaited is early or a duplicate: drops it and acknowledges, so that its
 * sender learns what is awaited. */
static void sort(uint32_t node, uint32_t length)
{
    const uint32_t head = weft_checked.incoming[0];
    struct weft_checked_peer *const peer = &weft_checked.peers[node];
    weft_checked_acknowledged(node, (uint8_t)(head >> WEFT_CHECKED_AWAITED_SHIFT));
    if (head >> WEFT_CHECKED_KIND_SHIFT == WEFT_CHECKED_ACKNOWLEDGES) {
        return;
    }
    if ((uint8_t)head == peer->awaited) {
        accept(node, length);
    } else {
        weft_checked.counts.dropped++;
        weft_checked_acknowledge(node);
    }
}

/* Takes the frame at the head of the link below. */
static void take(weft_word below)
{
    const uint32_t node = (uint32_t)WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, below);
    const uint32_t length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, below);
    uint32_t *const words = weft_checked.incoming;
    words[(length - (length > 0)) / 4] = 0;
    weft_link_take(words);
    if (length >= WEFT_CHECKED_HEAD && node < WEFT_PEERS &&
        words[1] == weft_checked_sum(node, weft_checked.node, words, length)) {
        sort(node, length);
    } else {
        weft_checked.counts.damaged++;
    }
}

weft_word weft_checked_head(void)
{
    weft_word below;
    while (weft_checked.head == 0 && (below = weft_link_head()) != 0) {
        take(below);
    }
    if (weft_checked.head == 0) {
        weft_checked_settle();
    }
    return weft_checked.head;
}

/* A node with nothing outstanding sleeps: a node that has to send something again wakes it. */
weft_word weft_checked_wait_head(void)
{
    while (weft_checked_head() == 0) {
        if (weft_checked.kept == 0 && !weft_checked.unsettled) {
            weft_link_wait_head();
        }
    }
    return weft_checked.head;
}

void weft_checked_take(void *buffer)
{
    const uint32_t node = (uint32_t)WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, weft_checked.head);
    const uint32_t length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_checked.head);
    weft_copy(buffer, weft_checked.incoming + WEFT_CHECKED_HEAD / 4, length);
    weft_checked.head = 0;
    if (weft_checked.peers[node].owed > WEFT_CHECKED_WINDOW / 2) {
        weft_checked_acknowledge(node);
    }
}

/* A send is refused until something is acknowledged, which polling finds. */
void weft_checked_rest(void)
{
    weft_checked_head();
}

bool weft_checked_take_credit(uint32_t node)
{
    struct weft_checked_peer *const peer = &weft_checked.peers[node];
    const bool given = peer->credits > 0 || (weft_checked_head(), peer->credits > 0);
    peer->credits = (uint8_t)(peer->credits - given);
    return given;
}

/* Returns the greatest number of times that any frame has been sent again. */
static uint32_t tries(void)
{
    uint32_t most = 0;
    for (uint32_t node = 0; node < WEFT_PEERS; node++) {
        const struct weft_checked_peer *const peer = &weft_checked.peers[node];
        most = peer->kept > 0 && peer->tries > most ? peer->tries : most;
    }
    return most;
}

/* A node that no longer answers has ended, and has received all that it waited for. A message that comes now is for a
 * node that starts again. */
void weft_checked_stop(void)
{
    uint32_t received = weft_checked.counts.received + weft_checked.counts.dropped;
    uint32_t since = weft_timer_cycles();
    while (weft_checked_head() == 0 && tries() < TRIES_AT_END &&
           (weft_checked.kept > 0 || weft_timer_cycles() - since < LINGER)) {
        if (weft_checked.kept > 0 || received != weft_checked.counts.received + weft_checked.counts.dropped) {
            received = weft_checked.counts.received + weft_checked.counts.dropped;
            since = weft_timer_cycles();
        }
    }
    weft_link_stop();
}

void weft_checked_resume(void)
{
    weft_link_resume();
}
#else
typedef int weft_no_link_receives_checked;
#endif
