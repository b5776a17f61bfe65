/* Messages by rendezvous: both sides of the flags. */
#include "link/circuits/urgent.h"

#include "poll.h"

#include "arch/copy.h"
#include "arch/diagnostic.h"

/* Polls for a grant before a send is refused. */
#define PATIENCE 32u

/* Turns of four cycles between two polls of a core that has waited for long. */
#define TURNS 16u
#define MOST_TURNS 128u

/* Pauses for about 64 cycles, three times what a poll takes; after a long wait for up to 512. Where switches have fixed
 * priorities, the polls of all cores nearer to a memory win arbitration against the core that wants to write what they
 * poll for. With this pause even sixteen polling cores leave the memory idle most of the time. */
void weft_rendezvous_pause(uint32_t looks)
{
    if (looks <= WEFT_RENDEZVOUS_EAGER_LOOKS) {
        return;
    }
    uint32_t turns = looks / 4 < TURNS ? TURNS : looks / 4 < MOST_TURNS ? looks / 4 : MOST_TURNS;
    for (turns = weft_is_urgent(weft_rendezvous.node) ? weft_urgent_turns(looks) : turns; turns > 0; turns--) {
        __asm__ volatile("");
    }
}

static bool is_granted(volatile uint8_t *flag)
{
    const uint8_t state = *flag;
    if (state == WEFT_RENDEZVOUS_EMPTY) {
        *flag = WEFT_RENDEZVOUS_ASKING;
    }
    return state == WEFT_RENDEZVOUS_GRANTED;
}

void weft_rendezvous_write_plain(const struct weft_rendezvous_peer *peer, const struct weft_rendezvous_header *header,
                                 const void *payload, uint32_t length, enum weft_rendezvous_flag flag)
{
    if (header) {
        peer->out->header = *header;
    }
    weft_copy_words(peer->out->payload, payload, (length + 3) / 4);
    weft_rendezvous_in_order();
    *peer->out_flag = (uint8_t)flag;
}

extern __typeof__(weft_rendezvous_write_plain) weft_rendezvous_write
    __attribute__((weak, alias("weft_rendezvous_write_plain")));

weft_word weft_rendezvous_word_of(const struct weft_rendezvous_header *header)
{
    if (header->destination != weft_rendezvous.node) {
        weft_fatal("a message of another program or of another version of this library has come");
    }
    const weft_word label = weft_label(header->datatype, header->tag);
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, header->source) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | header->length;
}

/* Serves a sender: grants what it asks for, refuses what it offers, or makes its message the head if there is none.
 * Returns whether the sender asked. */
static bool serve(struct weft_rendezvous_peer *peer)
{
    const uint8_t state = *peer->in_flag;
    if (state == WEFT_RENDEZVOUS_ASKING) {
        *peer->in_flag = WEFT_RENDEZVOUS_GRANTED;
    } else if (state == WEFT_RENDEZVOUS_OFFERED && peer != weft_rendezvous.awaited) {
        *peer->in_flag = WEFT_RENDEZVOUS_REFUSED;
    } else if (state == WEFT_RENDEZVOUS_FULL && weft_rendezvous.head == 0) {
        weft_rendezvous_in_order();
        const struct weft_rendezvous_header header = peer->in->header;
        weft_rendezvous.head = weft_rendezvous_word_of(&header);
        weft_rendezvous.from = peer;
    }
    return state == WEFT_RENDEZVOUS_ASKING;
}

/* Returns those of four flags whose senders ask or offer or, with `full`, also those whose message is there. */
static uint32_t wanting(uint32_t flags, bool full)
{
    return (full ? flags : flags & ~(flags >> 1)) & WEFT_RENDEZVOUS_RECEIVERS_TURN;
}

/* Reads the flags of four senders and serves the first one, from the one whose turn it is, that wants something. Grants
 * have a turn of their own: otherwise a sender that keeps polling for its own grant would always move the turn of
 * messages past the same senders. */
void weft_rendezvous_serve_next(bool full)
{
    uint32_t *const whose = full ? &weft_rendezvous.turn : &weft_rendezvous.turn_of_grants;
    const uint32_t turn = *whose;
    const struct weft_rendezvous_senders *const senders = &weft_rendezvous.senders[turn / 4];
    uint32_t next = turn % 4;
    uint32_t wants = wanting(senders->flags->word, full) >> next * 8;
    if (wants != 0) {
        for (; (wants & 1u) == 0; wants >>= 8) {
            next++;
        }
        serve(&weft_rendezvous.peers[senders->nodes[next]]);
    } else {
        next = 3;
    }
    const uint32_t after = turn - turn % 4 + next + 1;
    *whose = after < weft_rendezvous.count * 4 ? after : 0;
}

/* Asks, and polls at most `most` times for the grant. Other senders are granted meanwhile, so that two cores never wait
 * for each other's grant. */
static bool is_granted_within(const struct weft_rendezvous_peer *peer, uint32_t most)
{
    for (uint32_t looks = 1; !is_granted(peer->out_flag); looks++) {
        if (looks == most) {
            return false;
        }
        if (looks % WEFT_RENDEZVOUS_LOOKS == 0) {
            weft_rendezvous_serve_next(false);
        }
        weft_rendezvous_pause(looks);
    }
    return true;
}

static bool send_within(uint32_t node, weft_word label, const void *buffer, uint32_t length, uint32_t looks)
{
    const struct weft_rendezvous_peer *const peer = &weft_rendezvous.peers[node];
    const bool granted = is_granted_within(peer, looks);
    if (granted) {
        const struct weft_rendezvous_header header = weft_rendezvous_header(node, label, length);
        weft_rendezvous_write(peer, &header, buffer, length, WEFT_RENDEZVOUS_FULL);
    }
    return granted;
}

bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    return send_within(node, label, buffer, length, PATIENCE);
}

/* Waits until the receiver has granted. Always returns true. */
bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    while (!send_within(node, label, buffer, length, UINT32_MAX)) {
    }
    return true;
}

weft_word weft_rendezvous_look(void)
{
    serve(weft_rendezvous.from);
    if (weft_rendezvous.head == 0) {
        weft_rendezvous_serve_next(true);
    }
    return weft_rendezvous.head;
}

weft_word weft_link_wait_head(void)
{
    for (uint32_t looks = 1; weft_link_head() == 0; looks++) {
        weft_rendezvous_pause(looks);
    }
    return weft_rendezvous.head;
}

weft_word weft_rendezvous_wait_for(uint32_t node)
{
    for (uint32_t looks = 1; weft_rendezvous.head == 0; looks++) {
        if (serve(&weft_rendezvous.peers[node])) {
            looks = 1;
        }
        if (looks % WEFT_RENDEZVOUS_LOOKS == 0) {
            weft_rendezvous_serve_next(looks > WEFT_RENDEZVOUS_EAGER_LOOKS);
        }
        weft_rendezvous_pause(looks);
    }
    return weft_rendezvous.head;
}

void weft_rendezvous_read_plain(const struct weft_rendezvous_peer *peer, void *buffer, uint32_t length)
{
    const uint32_t *const from = peer->in->payload;
    const uint32_t words = length / 4;
    weft_rendezvous_in_order();
    weft_copy_words(buffer, from, words);
    if (length % 4 != 0) {
        const uint32_t last = from[words];
        weft_copy((uint8_t *)buffer + words * 4, &last, length % 4);
    }
    weft_rendezvous_in_order();
    *peer->in_flag = WEFT_RENDEZVOUS_EMPTY;
}

extern __typeof__(weft_rendezvous_read_plain) weft_rendezvous_read
    __attribute__((weak, alias("weft_rendezvous_read_plain")));

void weft_link_take(void *buffer)
{
    weft_rendezvous_read(weft_rendezvous.from, buffer, WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_rendezvous.head));
    weft_rendezvous.head = 0;
}
