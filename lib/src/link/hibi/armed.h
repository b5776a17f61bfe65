/* Packets that go straight into buffers which their receiver has armed in advance.
 *
 * A node may have one packet channel of MCAPI from another core, and one to another core, for which the controllers
 * have channels of their own. Three packet channels of the receiver's controller write into one buffer each. The sender
 * fills one buffer after the other, packet after packet, by one transfer for each packet; no word goes back for a
 * packet. Two streams go with the buffers:
 *
 *     sender                                        receiver
 *     words of packets    -- buffer 0, 1, 2 ----->  reads from the channel's registers how far they have come
 *     mark                -- marks -------------->  a packet of another length than the last, or one through the engine
 *     counts them         <-- credits ------------  a buffer has been armed
 *
 * A packet goes into the buffer that is being filled if it fits, otherwise to the beginning of the next one. So both
 * sides know where the next packet of a known length is. A mark says where its packet is, and arrives before the
 * packet's words: between two cores the bus keeps the order. A packet without data is just its mark.
 *
 * While a sender has no credit, a packet goes through the engine like any message, and its mark keeps its place in the
 * sequence; the rest of the buffer then stays empty.
 */
#ifndef WEFT_HIBI_ARMED_H
#define WEFT_HIBI_ARMED_H

/* Channels of the controller: after those of the peers, and that of external memory. */
#define WEFT_ARMED_MARKS WEFT_PEERS
#define WEFT_ARMED_CREDITS (WEFT_PEERS + 1)
#define WEFT_ARMED_PACKETS (WEFT_HIBI_DMA_STREAMS + WEFT_PEERS + 1)
#define WEFT_ARMED_BUFFERS 3

/* HIBI addresses, after those of the peers: of the buffers, and of the streams. */
#define WEFT_ARMED_ADDRESS(place) ((place)*4u)
#define WEFT_ARMED_MARKS_PLACE WEFT_ARMED_BUFFERS
#define WEFT_ARMED_CREDITS_PLACE (WEFT_ARMED_BUFFERS + 1)
static inline uint32_t weft_armed_address(uint32_t node, uint32_t place)
{
    return weft_wire_stream(weft_hibi_address(node), WEFT_PEERS + 1) + WEFT_ARMED_ADDRESS(place);
}

/* Not with loads that take words of any stream: they would take a word of these streams for a message. */
#if !WEFT_HIBI_SINGLE_WORDS && WEFT_HIBI_DMA_STREAMS >= WEFT_PEERS + 2 &&                                              \
    WEFT_HIBI_DMA_PACKETS >= WEFT_PEERS + 1 + WEFT_ARMED_BUFFERS
#define WEFT_LINK_ARMS 1

/* Words of the ring of marks, and the maximum number of marks for one buffer. The rest of the ring is left to packets
 * that go through the engine: it has room for more of them than the engine can have waiting. */
#define WEFT_ARMED_RING 512u
#define WEFT_ARMED_MOST_MARKS 64u

/* A mark: the buffer, the offset of the packet in words, and its length in bytes or that it goes through the engine. */
#define WEFT_ARMED_BY_ENGINE 0xFFFFu
static inline uint32_t weft_armed_mark(uint32_t buffer, uint32_t offset, uint32_t length)
{
    return buffer << 30 | offset << 16 | length;
}

/* Buffers are filled in turn. */
static inline uint32_t weft_armed_next(uint32_t buffer)
{
    return buffer + 1 < WEFT_ARMED_BUFFERS ? buffer + 1 : 0;
}

/* No packet has this length. */
#define WEFT_ARMED_NO_LENGTH UINT32_MAX

/* The peer of such a channel, by its number on the link and by its rank; what identifies its packets; words of a
 * buffer. */
struct weft_armed_ends {
    uint32_t node;
    uint32_t rank, tag, context;
    uint32_t capacity;
};

struct weft_armed_to {
    struct weft_hibi_peer link; /* `stream` is the HIBI address of the buffer that is being filled */
    uint32_t buffer;            /* its number */
    uint32_t room;              /* words that are left in it */
    uint32_t length;            /* of the last packet, in bytes */
    uint32_t ready;             /* `length` while there is room for another such packet; or WEFT_ARMED_NO_LENGTH */
    uint32_t marks;             /* that may still be sent for this buffer */
    uint32_t capacity;
    uint32_t first_address; /* of the first buffer */
    uint32_t marks_address;
    bool is_awaited; /* a request waits for credit */
    uint32_t rank, tag, context;
};

/* Where the next packet is looked for. */
struct weft_armed_place {
    uint32_t buffer;
    uint32_t next; /* address */
    uint32_t length;
    uint32_t marks; /* that have been read and not yet consumed */
};

struct weft_armed_from {
    volatile uint32_t *come; /* register of its channel: the address of the next word */
    uint32_t wanted;         /* the end address of the next packet, if it has the length of the last one */
    uint32_t end;            /* of the buffer */
    uint32_t given;          /* the packet that was taken last, until it is given back; or 0 */
    struct weft_armed_place place;
    uint32_t *buffers[WEFT_ARMED_BUFFERS];
    uint32_t next_mark; /* in the ring */
    uint32_t capacity;
    uint32_t credits_address;
    bool is_awaited; /* a request waits for a packet */
    uint32_t rank, tag, context;
};

extern struct weft_armed_to weft_armed_to;
extern struct weft_armed_from weft_armed_from;

/* armed_receive.c: the marks that have come. armed_send.c: the credits; only the number of their words matters, and
 * there are never more than buffers. */
extern uint32_t weft_armed_ring[WEFT_ARMED_RING];
extern uint32_t weft_armed_credits[4 * WEFT_ARMED_BUFFERS];

/* Sets up this node's controller for what a peer may send at any time, credits and marks. Words that came earlier are
 * taken when the link starts. */
static inline void weft_armed_take_from_start(uint32_t node)
{
    weft_hibi_tell_channel(WEFT_ARMED_CREDITS, weft_armed_credits, sizeof weft_armed_credits / 4,
                           weft_armed_address(node, WEFT_ARMED_CREDITS_PLACE));
    weft_hibi_tell_channel(WEFT_ARMED_MARKS, weft_armed_ring, WEFT_ARMED_RING,
                           weft_armed_address(node, WEFT_ARMED_MARKS_PLACE));
    weft_hibi_start_channels(1u << WEFT_ARMED_CREDITS | 1u << WEFT_ARMED_MARKS);
}

/* armed_send.c: sets up the sender's side, which can send as soon as the peer has armed buffers. */
void weft_armed_start_to(const struct weft_armed_ends *ends);

/* armed_send.c: sends a packet of any length and from any memory. If `may_wait`, polls for credit that is about to
 * come. False: there is no credit. */
bool weft_armed_send_other(const void *data, uint32_t length, bool may_wait);

/* armed_send.c: called while a packet is being sent after which the buffer has no room for another such packet. Begins
 * the next buffer if there is credit by then; otherwise none is ready. A shorter packet, which would have had room, has
 * a mark in any case. */
void weft_armed_turn(void);

/* armed_send.c: sends the mark of a packet that goes through the engine, the next one. */
void weft_armed_send_by_engine(void);

/* armed_receive.c: sets up the receiver's side, which can take packets as soon as a buffer is armed. */
void weft_armed_start_from(const struct weft_armed_ends *ends);

/* armed_receive.c: arms one of the channels with a buffer, or again with the same buffer, and gives the sender credit.
 */
void weft_armed_arm(uint32_t number, uint32_t *buffer);
void weft_armed_arm_again(uint32_t number);

/* armed_receive.c: looks for the packet at a place; if there is one, moves the place past it. Of a packet that goes
 * through the engine only the mark is found. */
enum weft_armed_found { WEFT_ARMED_NOTHING, WEFT_ARMED_PACKET, WEFT_ARMED_MESSAGE };
enum weft_armed_found weft_armed_find(struct weft_armed_place *place, uint32_t *packet, uint32_t *length);

/* armed_receive.c: polls for the next packet at a place, assuming that no mark precedes it. Returns whether it has
 * come there. */
bool weft_armed_await(struct weft_armed_place *place);

/* armed_receive.c: records that everything before a place has been taken. Returns whether this was all of the previous
 * buffer, which the caller then arms again. */
bool weft_armed_pass(const struct weft_armed_place *place);

/* armed_receive.c, armed_send.c: is there anything for which a request waits? */
bool weft_armed_has_come(void);
bool weft_armed_has_credit(void);

#define WEFT_ARMED_LOOKS 2048u /* rounds of polls for a packet that may be about to come */
#define WEFT_ARMED_GLANCES 8u  /* polls of a round, after which other peers are checked */

static inline volatile uint32_t *weft_armed_marks(void)
{
    return weft_hibi_channel(WEFT_ARMED_MARKS, WEFT_HIBI_DMA_CURRENT);
}

/* Polls until words up to an address have come. False: they have not come in WEFT_ARMED_LOOKS rounds, or something else
 * has. */
WEFT_INLINE bool weft_armed_await_words(volatile uint32_t *come, uint32_t wanted)
{
    weft_hibi_consume_late();
    for (uint32_t looks = 0; looks < WEFT_ARMED_LOOKS; looks++) {
#pragma GCC unroll 8
        for (uint32_t glance = 0; glance < WEFT_ARMED_GLANCES; glance++) {
            if (*come >= wanted) {
                return true;
            }
        }
        if ((*weft_hibi_register(WEFT_HIBI_DMA_PENDING) & (WEFT_HIBI_OF_PEERS | 1u << WEFT_ARMED_MARKS)) != 0) {
            return false;
        }
    }
    return false;
}

/* Prepares a packet between ends with this name, as a message is prepared: sets its address in the controller. No ends
 * of messages have that name. */
static inline void weft_armed_prepare(uint32_t name)
{
    weft_hibi_tell_address(weft_armed_to.link.stream);
    weft_hibi.prepared_link = &weft_armed_to.link;
    weft_hibi.prepared = name;
}

/* Undoes weft_armed_prepare(). */
static inline void weft_armed_prepare_not(void)
{
    if (weft_hibi.prepared_link == &weft_armed_to.link) {
        weft_fast_prepare_nothing();
    }
}

/* Sends a packet from a direct buffer if it is prepared, as long as the last one, and fits; one comparison checks the
 * last two. All that is compared is loaded before the first comparison: no branch waits for its load. */
WEFT_INLINE bool weft_armed_send(uint32_t name, const void *data, size_t length)
{
    uint32_t prepared = weft_hibi.prepared;
    uint32_t ready = weft_armed_to.ready;
    const uint32_t words = ((uint32_t)length + 3) / 4;
    WEFT_COMPUTE_NOW(ready);
    if (!WEFT_LIKELY(prepared == name && length == ready && weft_link_direct(data))) {
        return false;
    }
    WEFT_PROBE_AT("sent", &weft_armed_to.rank, &weft_armed_to.tag, &weft_armed_to.context, (uint32_t)length);
    weft_hibi_set_words(data, words);
    weft_hibi_begin_told(weft_armed_to.link.stream);
    weft_hibi_in_order();
    const uint32_t room = weft_armed_to.room - words;
    weft_armed_to.room = room;
    weft_hibi_set_words(weft_hibi.outgoing, WEFT_HIBI_OUTGOING);
    if (words > room) {
        weft_armed_turn();
    }
    weft_hibi_wait_until_sent();
    return true;
}

/* Takes the next packet if it has the length of the last one, is in the same buffer, and has come or is about to.
 * Returns its address, or 0. */
WEFT_INLINE uint32_t weft_armed_take(bool may, size_t *length)
{
    volatile uint32_t *come = weft_armed_from.come;
    uint32_t wanted = weft_armed_from.wanted;
    uint32_t end = weft_armed_from.end;
    uint32_t given = weft_armed_from.given;
    uint32_t packet = weft_armed_from.place.next;
    uint32_t last = weft_armed_from.place.length;
    WEFT_COMPUTE_NOW(come);
    WEFT_COMPUTE_NOW(wanted);
    WEFT_COMPUTE_NOW(end);
    WEFT_COMPUTE_NOW(given);
    if (!may || wanted > end || given != 0) {
        return 0;
    }
    WEFT_PROBE_AT("receive", &weft_armed_from.rank, &weft_armed_from.tag, &weft_armed_from.context, 0);
    WEFT_COMPUTE_NOW(packet);
    WEFT_COMPUTE_NOW(last);
    if (!WEFT_LIKELY(*come >= wanted) && !weft_armed_await_words(come, wanted)) {
        return 0;
    }
    WEFT_PROBE_HOLD("receive", 0, 0, 0, 0);
    if (!WEFT_LIKELY(*weft_armed_marks() == 0)) {
        return 0;
    }
    weft_hibi_in_order();
    WEFT_PROBE_AT("received", &weft_armed_from.rank, &weft_armed_from.tag, &weft_armed_from.context, 0);
    weft_armed_from.place.next = wanted;
    weft_armed_from.wanted = wanted + (wanted - packet);
    weft_armed_from.given = packet;
    *length = last;
    return packet;
}

/* Gives back the packet that was taken last. */
WEFT_INLINE bool weft_armed_release(bool may, const void *packet)
{
    uint32_t given = weft_armed_from.given;
    WEFT_COMPUTE_NOW(given);
    if (!may || (uint32_t)(uintptr_t)packet != given || given == 0) {
        return false;
    }
    weft_armed_from.given = 0;
    return true;
}

WEFT_INLINE bool weft_armed_is_awaited(void)
{
    return weft_armed_from.is_awaited || weft_armed_to.is_awaited;
}
#elif !WEFT_HIBI_SINGLE_WORDS
WEFT_INLINE bool weft_armed_is_awaited(void)
{
    return false;
}
#endif

#endif
