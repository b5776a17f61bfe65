/* Packets that go straight into buffers which their receiver has armed beforehand.
 *
 * A node may have one channel of packets from another core, and one to another core, with channels of the controllers
 * of their own. Three packet channels of the receiver have a buffer each; the sender fills one after the other, packet
 * behind packet, by one transfer for each packet, and no word goes back for it. Two streams go with them:
 *
 *     sender                                        receiver
 *     words of packets    -- buffer 0, 1, 2 ----->  finds by the channel's count how far they have come
 *     mark                -- marks -------------->  a packet of another length than the last; one that goes another way
 *     counts them         <-- credits ------------  a buffer has been armed
 *
 * A packet goes into the buffer that is being filled if it fits, otherwise to the beginning of the next one. So both
 * sides know where the next packet of a known length is. A mark says where the packet is that it is about, and comes
 * before its words: between two cores the bus keeps the order. A packet without words is its mark.
 *
 * While a sender has no credit, a packet goes by the engine as any message does, and has a mark at its place between
 * the others; what is left of the buffer stays empty then.
 */
#ifndef WEFT_HIBI_ARMED_H
#define WEFT_HIBI_ARMED_H

/* Channels of the controller: behind those of the peers, and that of external memory. */
#define WEFT_ARMED_MARKS WEFT_PEERS
#define WEFT_ARMED_CREDITS (WEFT_PEERS + 1)
#define WEFT_ARMED_PACKETS (WEFT_HIBI_DMA_STREAMS + WEFT_PEERS + 1)
#define WEFT_ARMED_BUFFERS 3

/* HIBI addresses, behind those of the peers: of the buffers, and of the streams. */
#define WEFT_ARMED_ADDRESS(place) ((place)*4u)
#define WEFT_ARMED_MARKS_PLACE WEFT_ARMED_BUFFERS
#define WEFT_ARMED_CREDITS_PLACE (WEFT_ARMED_BUFFERS + 1)
static inline uint32_t weft_armed_address(uint32_t node, uint32_t place)
{
    return weft_wire_stream(weft_hibi_address(node), WEFT_PEERS + 1) + WEFT_ARMED_ADDRESS(place);
}

/* Where loads take words of any stream, a word for one of these would be taken for a message. */
#if !WEFT_HIBI_SINGLE_WORDS && WEFT_HIBI_DMA_STREAMS >= WEFT_PEERS + 2 &&                                              \
    WEFT_HIBI_DMA_PACKETS >= WEFT_PEERS + 1 + WEFT_ARMED_BUFFERS
#define WEFT_LINK_ARMS 1

/* Words of the ring of marks, and how many of them may be about one buffer. This number is left for packets that go by
 * the engine: more than can wait in it. */
#define WEFT_ARMED_RING 512u
#define WEFT_ARMED_MOST_MARKS 64u

/* A mark: the buffer, the offset of the packet in words, its length in bytes or that it goes by the engine. */
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

/* The peer of such a channel, by its number on the link and by its rank, what names its packets, and words of a buffer.
 */
struct weft_armed_ends {
    uint32_t node;
    uint32_t rank, tag, context;
    uint32_t capacity;
};

struct weft_armed_to {
    struct weft_hibi_peer link; /* its stream: the address, on HIBI, of the buffer that is being filled */
    uint32_t buffer;            /* its number */
    uint32_t room;              /* words that are left in it */
    uint32_t length;            /* of the last packet, in bytes */
    uint32_t ready;             /* the same, while there is room for one more like it; or WEFT_ARMED_NO_LENGTH */
    uint32_t marks;             /* that may still be about this buffer */
    uint32_t capacity;
    uint32_t first_address; /* of the first buffer */
    uint32_t marks_address;
    bool is_awaited; /* credit, by a request */
    uint32_t rank, tag, context;
};

/* Where the next packet is looked for. */
struct weft_armed_place {
    uint32_t buffer;
    uint32_t next; /* address */
    uint32_t length;
    uint32_t marks; /* that have been read and not been consumed */
};

struct weft_armed_from {
    volatile uint32_t *come; /* register of its channel: where the next word will be */
    uint32_t wanted;         /* the address behind the next packet, if it has the length of the last one */
    uint32_t end;            /* of the buffer */
    uint32_t given;          /* the packet that was taken last, if it has not been given back; or 0 */
    struct weft_armed_place place;
    uint32_t *buffers[WEFT_ARMED_BUFFERS];
    uint32_t next_mark; /* in the ring */
    uint32_t capacity;
    uint32_t credits_address;
    bool is_awaited; /* by a request that cannot begin before its packet has come */
    uint32_t rank, tag, context;
};

extern struct weft_armed_to weft_armed_to;
extern struct weft_armed_from weft_armed_from;

/* armed_receive.c: the marks that have come. armed_send.c: each credit is a word, of which the count alone matters;
 * there are never more than buffers. */
extern uint32_t weft_armed_ring[WEFT_ARMED_RING];
extern uint32_t weft_armed_credits[4 * WEFT_ARMED_BUFFERS];

/* Has the controller of this node take what a peer may send at any time, credits and marks. What has come before is
 * taken when the link starts. */
static inline void weft_armed_take_from_start(uint32_t node)
{
    weft_hibi_tell_channel(WEFT_ARMED_CREDITS, weft_armed_credits, sizeof weft_armed_credits / 4,
                           weft_armed_address(node, WEFT_ARMED_CREDITS_PLACE));
    weft_hibi_tell_channel(WEFT_ARMED_MARKS, weft_armed_ring, WEFT_ARMED_RING,
                           weft_armed_address(node, WEFT_ARMED_MARKS_PLACE));
    weft_hibi_start_channels(1u << WEFT_ARMED_CREDITS | 1u << WEFT_ARMED_MARKS);
}

/* armed_send.c: begins to be able to send, as soon as the peer has armed buffers. */
void weft_armed_start_to(const struct weft_armed_ends *ends);

/* armed_send.c: sends a packet of any length and from anywhere; waits for credit while that is about to come, if it may
 * wait. False: there is none. */
bool weft_armed_send_other(const void *data, uint32_t length, bool may_wait);

/* armed_send.c: while the last packet is being sent behind which there is no room for another one like it, begins the
 * next buffer, if there is credit: otherwise none is ready. A packet that would have had room has a mark in any case.
 */
void weft_armed_turn(void);

/* armed_send.c: the next packet goes by the engine. */
void weft_armed_send_by_engine(void);

/* armed_receive.c: begins to be able to take packets, as soon as a buffer is armed. */
void weft_armed_start_from(const struct weft_armed_ends *ends);

/* armed_receive.c: gives one of the channels a buffer, or the same once more, and its sender credit for it. */
void weft_armed_arm(uint32_t number, uint32_t *buffer);
void weft_armed_arm_again(uint32_t number);

/* armed_receive.c: looks for the packet at a place, which is behind it then. One that goes by the engine is not looked
 * for further. */
enum weft_armed_found { WEFT_ARMED_NOTHING, WEFT_ARMED_PACKET, WEFT_ARMED_MESSAGE };
enum weft_armed_found weft_armed_find(struct weft_armed_place *place, uint32_t *packet, uint32_t *length);

/* armed_receive.c: waits a while for the next packet, which is at a place if there is no mark: whether it is. */
bool weft_armed_await(struct weft_armed_place *place);

/* armed_receive.c: what lies before a place has been taken: whether that was all of the buffer before, which is to be
 * armed again. */
bool weft_armed_pass(const struct weft_armed_place *place);

/* armed_receive.c, armed_send.c: whether there is anything that a request waits for. */
bool weft_armed_has_come(void);
bool weft_armed_has_credit(void);

#define WEFT_ARMED_LOOKS 2048u /* for a packet that may be about to come, each of some glances */
#define WEFT_ARMED_GLANCES 8u  /* after which anything else may have come */

static inline volatile uint32_t *weft_armed_marks(void)
{
    return weft_hibi_channel(WEFT_ARMED_MARKS, WEFT_HIBI_DMA_CURRENT);
}

/* Waits until words up to an address have come; or for a while, and not if anything else has come. */
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

/* Prepares a packet between ends of this name, as a message is prepared: the controller is told where it goes. No ends
 * of messages have that name. */
static inline void weft_armed_prepare(uint32_t name)
{
    weft_hibi_tell_address(weft_armed_to.link.stream);
    weft_hibi.prepared_link = &weft_armed_to.link;
    weft_hibi.prepared = name;
}

/* It is not prepared any more. */
static inline void weft_armed_prepare_not(void)
{
    if (weft_hibi.prepared_link == &weft_armed_to.link) {
        weft_fast_prepare_nothing();
    }
}

/* Sends a packet from a direct buffer, if it is prepared, as long as the last one, and fits: the last two are one
 * comparison. All that is compared is loaded before the first one: no branch waits for its load. */
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
    if (!WEFT_LIKELY(words <= room)) {
        weft_armed_turn();
    }
    weft_hibi_wait_until_sent();
    return true;
}

/* Takes the next packet if it has the length of the last one, is in the same buffer, and has come or is about to: its
 * address, or 0. */
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

/* The packet that was taken last is given back. */
WEFT_INLINE bool weft_armed_release(bool may, const void *packet)
{
    uint32_t given = weft_armed_from.given;
    WEFT_COMPUTE_NOW(given);
    if (!WEFT_LIKELY(may && (uint32_t)(uintptr_t)packet == given && given != 0)) {
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
