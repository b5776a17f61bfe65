/* The sender's half of the checked link: frames are kept until they are acknowledged. */
#if defined WEFT_CHECKED_LINK && WEFT_CHECKED_LINK
#include "link/checked/frames.h"

#include <weft/timer.h>

#include "arch/copy.h"

/* The time until a frame is sent again is doubled at most this often. */
#define MOST_DOUBLINGS 10u

WEFT_PER_RANK struct weft_checked weft_checked;

static struct weft_checked_peer *peer_of(uint32_t node)
{
    return &weft_checked.peers[node];
}

static uint32_t head_of(const struct weft_checked_peer *peer, enum weft_checked_kind kind, weft_word label)
{
    return peer->number | (uint32_t)peer->awaited << WEFT_CHECKED_AWAITED_SHIFT |
           (uint32_t)label << WEFT_CHECKED_LABEL_SHIFT | (uint32_t)kind << WEFT_CHECKED_KIND_SHIFT;
}

static bool send_frame(uint32_t node, const struct weft_checked_frame *frame)
{
    return weft_link_try_send(node, WEFT_CHECKED_LABEL, frame->words, frame->length);
}

/* Returns the first frame that the link below has not accepted yet. */
static const struct weft_checked_frame *first_unsent(const struct weft_checked_peer *peer)
{
    const struct weft_checked_frame *frame = peer->first;
    for (uint32_t sent = (uint32_t)peer->kept - peer->unsent; sent > 0; sent--) {
        frame = frame->next;
    }
    return frame;
}

/* Sends frames that have not been sent yet; not while the oldest is being sent again, for which the receiver would drop
 * them. */
static void send_unsent(uint32_t node)
{
    struct weft_checked_peer *const peer = peer_of(node);
    while (peer->unsent > 0 && !peer->recovers && send_frame(node, first_unsent(peer))) {
        if (peer->unsent == peer->kept) {
            peer->sent = weft_timer_cycles();
        }
        peer->unsent--;
    }
    if (peer->unsent > 0 && !peer->recovers) {
        weft_checked_unsettle(peer);
    }
}

static struct weft_checked_frame *take_free(const struct weft_checked_peer *peer)
{
    struct weft_checked_frame *const frame = peer->kept < WEFT_CHECKED_WINDOW ? weft_checked.free : NULL;
    if (frame) {
        weft_checked.free = frame->next;
        frame->next = NULL;
    }
    return frame;
}

static void keep(struct weft_checked_peer *peer, struct weft_checked_frame *frame)
{
    *(peer->kept > 0 ? &peer->last->next : &peer->first) = frame;
    peer->last = frame;
    peer->number++;
    peer->kept++;
    peer->unsent++;
    weft_checked.kept++;
}

/* Sends a frame, which also acknowledges what has come. False: no frame is free. */
static bool send(uint32_t node, enum weft_checked_kind kind, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_checked_peer *const peer = peer_of(node);
    struct weft_checked_frame *const frame = take_free(peer);
    if (!frame) {
        return false;
    }
    uint32_t *const words = frame->words;
    frame->length = length + WEFT_CHECKED_HEAD;
    words[0] = head_of(peer, kind, label);
    words[(frame->length - 1) / 4] = length > 0 ? 0 : words[1];
    weft_copy(words + WEFT_CHECKED_HEAD / 4, buffer, length);
    words[1] = weft_checked_sum(weft_checked.node, node, words, frame->length);
    peer->owed = 0;
    keep(peer, frame);
    send_unsent(node);
    return true;
}

bool weft_checked_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    return send(node, WEFT_CHECKED_MESSAGE, label, buffer, length);
}

static void send_again(uint32_t node)
{
    struct weft_checked_peer *const peer = peer_of(node);
    if (send_frame(node, peer->first)) {
        peer->sent = weft_timer_cycles();
        weft_checked.counts.again++;
    }
}

static void free_first(struct weft_checked_peer *peer)
{
    struct weft_checked_frame *const frame = peer->first;
    peer->first = frame->next;
    peer->kept--;
    weft_checked.kept--;
    frame->next = weft_checked.free;
    weft_checked.free = frame;
}

void weft_checked_acknowledged(uint32_t node, uint8_t awaited)
{
    struct weft_checked_peer *const peer = peer_of(node);
    const uint8_t news = (uint8_t)(awaited - (uint8_t)(peer->number - peer->kept));
    if (news == 0 || news > peer->kept - peer->unsent) {
        return;
    }
    for (uint8_t i = 0; i < news; i++) {
        free_first(peer);
    }
    peer->tries = 0;
    peer->sent = weft_timer_cycles();
    if (peer->recovers) {
        peer->recovers = false;
        weft_checked.counts.again += (uint32_t)peer->kept - peer->unsent;
        peer->unsent = peer->kept;
        send_unsent(node);
    }
}

void weft_checked_acknowledge(uint32_t node)
{
    struct weft_checked_peer *const peer = peer_of(node);
    uint32_t words[WEFT_CHECKED_HEAD / 4];
    words[0] = head_of(peer, WEFT_CHECKED_ACKNOWLEDGES, 0);
    words[1] = weft_checked_sum(weft_checked.node, node, words, sizeof words);
    if (weft_link_try_send(node, WEFT_CHECKED_LABEL, words, sizeof words)) {
        peer->owed = 0;
    }
}

static void look_at_time(uint32_t node)
{
    struct weft_checked_peer *const peer = peer_of(node);
    const uint32_t doublings = peer->tries < MOST_DOUBLINGS ? peer->tries : MOST_DOUBLINGS;
    if (peer->kept > peer->unsent && weft_timer_cycles() - peer->sent > WEFT_CHECKED_TIMEOUT << doublings) {
        peer->tries = (uint8_t)(peer->tries + (peer->tries < UINT8_MAX));
        peer->recovers = true;
        send_again(node);
    }
}

static void give_credits(uint32_t node)
{
    struct weft_checked_peer *const peer = peer_of(node);
    while (peer->given > 0 && send(node, WEFT_CHECKED_CREDIT, 0, peer, 0)) {
        peer->given--;
    }
    if (peer->given > 0) {
        weft_checked_unsettle(peer);
    }
}

void weft_checked_give_credit(uint32_t node)
{
    peer_of(node)->given++;
    give_credits(node);
}

static void settle_with(struct weft_checked_peer *peer)
{
    const uint32_t node = (uint32_t)(peer - weft_checked.peers);
    send_unsent(node);
    give_credits(node);
    if (peer->owed > 0) {
        weft_checked_acknowledge(node);
    }
    if (peer->owed > 0) {
        weft_checked_unsettle(peer);
    }
}

/* Checks at intervals of half the timeout, which is often enough. */
static void look_at_times(void)
{
    const uint32_t now = weft_timer_cycles();
    if (now - weft_checked.looked > WEFT_CHECKED_TIMEOUT / 2) {
        weft_checked.looked = now;
        for (uint32_t node = 0; node < WEFT_PEERS; node++) {
            look_at_time(node);
        }
    }
}

void weft_checked_settle(void)
{
    struct weft_checked_peer *peer = weft_checked.unsettled;
    weft_checked.unsettled = NULL;
    while (peer) {
        struct weft_checked_peer *const next = peer->next;
        peer->is_unsettled = false;
        settle_with(peer);
        peer = next;
    }
    if (weft_checked.kept > 0) {
        look_at_times();
    }
}
#else
typedef int weft_no_link_sends_checked;
#endif
