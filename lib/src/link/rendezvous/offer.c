/* A message of more than a block to a core that already waits for exactly it: one rendezvous, as the source has for
 * every message, where the engine would need one for each of RTS, CTS and data.
 *
 * The sender writes the header, and offers. A receiver that waits for this message grants, and copies the payload from
 * the buffer to its destination; any other receiver refuses when it polls its flags. Then the message goes by RTS and
 * CTS.
 */
#include "arch/copy.h"

#include "poll.h"

/* Between two polls of a flag: serves other senders, and pauses. */
static void pass(uint32_t looks, bool full)
{
    if (looks % WEFT_RENDEZVOUS_LOOKS == 0) {
        weft_rendezvous_serve_next(full);
    }
    weft_rendezvous_pause(looks);
}

/* Maximum polls of a sender for its last message to be taken; after them it sends without an offer. They last longer
 * than a receiver takes to copy a message. The number is limited because a receiver that itself waits to send takes
 * nothing: two such cores would wait for each other. */
#define PATIENCE 128u

/* Waits until it is the sender's turn, for at most this number of polls. Returns the flag. */
static uint8_t await_turn(const volatile uint8_t *flag, uint32_t most)
{
    uint8_t state = *flag;
    for (uint32_t looks = 1; (state & 1u) != 0 && looks < most; looks++) {
        pass(looks, false);
        state = *flag;
    }
    return state;
}

bool weft_fast_offer(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    const int32_t node = weft_send_windows[rank];
    if (node < 0 || !weft_link_direct(data)) {
        return false;
    }
    struct weft_rendezvous_peer *const peer = &weft_rendezvous.peers[node];
    if (await_turn(peer->out_flag, PATIENCE) != WEFT_RENDEZVOUS_EMPTY) {
        return false;
    }
    const struct weft_rendezvous_header header = weft_rendezvous_header((uint32_t)node, label, length);
    weft_rendezvous_write(peer, &header, NULL, 0, WEFT_RENDEZVOUS_OFFERED);
    const bool granted = await_turn(peer->out_flag, UINT32_MAX) == WEFT_RENDEZVOUS_GRANTED;
    if (granted) {
        weft_rendezvous_write(peer, NULL, data, length, WEFT_RENDEZVOUS_FULL);
    } else {
        *peer->out_flag = WEFT_RENDEZVOUS_EMPTY;
    }
    return granted;
}

/* Waits until the sender asks, offers or has sent, or until another sender's message has come. */
static void await_peer(const struct weft_rendezvous_peer *peer)
{
    weft_rendezvous.awaited = peer;
    for (uint32_t looks = 1; (*peer->in_flag & 1u) == 0 && weft_rendezvous.head == 0; looks++) {
        pass(looks, looks > WEFT_RENDEZVOUS_EAGER_LOOKS);
    }
    weft_rendezvous.awaited = NULL;
}

/* Does the sender offer a message of this label and length? Grants it then; refuses any other offer of this sender. */
static bool is_offered(const struct weft_rendezvous_peer *peer, uint32_t label, uint32_t length)
{
    if (*peer->in_flag != WEFT_RENDEZVOUS_OFFERED || weft_rendezvous.head != 0) {
        return false;
    }
    const struct weft_rendezvous_header *const header = &peer->in->header;
    const bool right = header->datatype * WEFT_LABEL_TAGS + header->tag == label && header->length == length;
    *peer->in_flag = right ? WEFT_RENDEZVOUS_GRANTED : WEFT_RENDEZVOUS_REFUSED;
    return right;
}

bool weft_fast_accept(void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    const weft_word word = weft_self()->peers[rank].receive_word;
    if (word == 0 || !weft_link_direct(data) || weft_rendezvous.head != 0) {
        return false;
    }
    struct weft_rendezvous_peer *const peer = &weft_rendezvous.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word)];
    WEFT_PROBE("receive", rank, label % WEFT_LABEL_TAGS, context, length);
    await_peer(peer);
    WEFT_PROBE_HOLD("receive", rank, label % WEFT_LABEL_TAGS, context, length);
    if (!is_offered(peer, label, length)) {
        return false;
    }
    for (uint32_t looks = 1; *peer->in_flag != WEFT_RENDEZVOUS_FULL; looks++) {
        weft_rendezvous_pause(looks);
    }
    weft_rendezvous_read(peer, data, length);
    WEFT_RECEIVED(rank, label % WEFT_LABEL_TAGS, context, 0);
    return true;
}
