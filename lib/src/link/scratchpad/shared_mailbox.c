/* Shared mailboxes: where they are, and both sides of them. */
#include <qos.h>

#include "link_port.h"

/* Pieces of fewer bytes are written without a circuit: to open and to close it would take longer. */
#define CIRCUIT_PAYS 64u

struct weft_scratchpad_reader weft_scratchpad_readers[WEFT_CORES];

static struct weft_scratchpad_mailbox mailboxes[WEFT_CLUSTERS]; /* by the readers' cluster */
static uint8_t read[WEFT_CORES];                                /* by writer: the number of the last piece taken */

/* Every place counts as one that this reader has emptied. */
static void start_mailbox(struct weft_scratchpad_mailbox *mailbox, uint32_t cluster,
                          struct weft_scratchpad_reader *reader)
{
    mailbox->words = weft_scratchpad_area(weft_scratchpad.node, cluster)->mailbox;
    for (uint32_t place = 0; place < WEFT_SCRATCHPAD_PLACES; place++) {
        mailbox->places[place].reader = reader;
    }
}

static void start_reader(uint32_t node)
{
    const uint32_t own = weft_scratchpad.node;
    const uint32_t cluster = weft_scratchpad_cluster_of[node];
    const bool is_near = cluster == weft_scratchpad_cluster_of[own];
    struct weft_scratchpad_reader *const reader = &weft_scratchpad_readers[node];
    reader->mailbox = &mailboxes[cluster];
    reader->peer = weft_scratchpad_peer(node);
    reader->is_told_there = weft_qos_memory(own, own) == weft_qos_memory(own, node) || !is_near;
    if (!reader->mailbox->words) {
        start_mailbox(reader->mailbox, cluster, reader);
        reader->mailbox->memory = weft_qos_memory(own, is_near ? own : node);
    }
}

/* The next word is put together while the last is on its way. */
static void put_bytes(volatile uint32_t *to, const uint8_t *from, uint32_t length)
{
    for (; length >= 4; length -= 4, from += 4) {
        *to++ = (uint32_t)(from[0] | from[1] << 8 | from[2] << 16) | (uint32_t)from[3] << 24;
    }
    uint32_t rest = 0;
    while (length > 0) {
        rest = rest << 8 | from[--length];
    }
    *to = rest;
}

static void put(volatile uint32_t *to, const void *piece, uint32_t length)
{
    if (WEFT_LIKELY(weft_link_direct(piece))) {
        weft_scratchpad_put(to, piece, (length + 3) / 4);
    } else {
        put_bytes(to, piece, length);
    }
}

/* Over a circuit stores are not answered, so that they follow each other at once; to open and to close it costs as much
 * as some that are answered. The program may have one of its own, and another core's may block it: then words go as
 * usual. A load orders what is written there before what is written to another memory. */
static void put_piece(const struct weft_scratchpad_reader *reader, volatile uint32_t *to, const void *piece,
                      uint32_t length)
{
    const uint32_t memory = reader->mailbox->memory;
    const bool holds = length >= CIRCUIT_PAYS && weft_qos_status(memory) == WEFT_QOS_CLOSED &&
                       weft_qos_open(memory, WEFT_QOS_ONE_WAY) == WEFT_QOS_DONE;
    put(to, piece, length);
    if (holds) {
        weft_qos_close(memory);
    }
    if (holds && !reader->is_told_there) {
        (void)*to;
    }
}

/* Has a node taken all but the last `left` of its pieces? It takes one after the other. */
__attribute__((noinline)) static bool has_taken(struct weft_scratchpad_reader *reader, uint32_t left)
{
    if ((uint8_t)(reader->posted - reader->taken) <= left) {
        return true;
    }
    reader->taken = (uint8_t)reader->peer->here->taken;
    return (uint8_t)(reader->posted - reader->taken) <= left;
}

/* Has the piece in a place been taken? */
static inline bool is_free(const struct weft_scratchpad_place *place)
{
    return has_taken(place->reader, (uint8_t)(place->reader->posted - place->number));
}

bool weft_link_try_post(uint32_t node, const void *data, const struct weft_descriptor descriptor)
{
    struct weft_scratchpad_reader *const reader = &weft_scratchpad_readers[node];
    if (!WEFT_LIKELY(reader->mailbox != 0)) {
        start_reader(node);
    }
    struct weft_scratchpad_mailbox *const mailbox = reader->mailbox;
    const uint32_t count = descriptor.length > WEFT_SCRATCHPAD_PLACE * 4 ? 2 : 1;
    const uint32_t next = mailbox->next + count <= WEFT_SCRATCHPAD_PLACES ? mailbox->next : 0;
    struct weft_scratchpad_place *const places = &mailbox->places[next];
    if (!WEFT_LIKELY(has_taken(reader, 1)) || !WEFT_LIKELY(is_free(&places[0])) ||
        (count > 1 && !WEFT_LIKELY(is_free(&places[1])))) {
        return false;
    }
    put_piece(reader, mailbox->words[next], data, descriptor.length);
    const uint32_t number = (reader->posted + 1u) % 256;
    weft_scratchpad_in_order();
    reader->peer->there->posted[number % 2] =
        number << WEFT_DESCRIPTOR_NUMBER | (uint32_t)descriptor.last << WEFT_DESCRIPTOR_LAST |
        descriptor.node << WEFT_DESCRIPTOR_NODE | next << WEFT_DESCRIPTOR_PLACE | descriptor.length;
    reader->posted = (uint8_t)number;
    places[0] = places[count - 1] = (struct weft_scratchpad_place){reader, number};
    mailbox->next = next + count;
    return true;
}

const uint32_t *weft_link_find(uint32_t writer, struct weft_descriptor *descriptor, uint32_t waited)
{
    const uint8_t number = (uint8_t)(read[writer] + 1);
    const volatile uint32_t *const posted = &weft_scratchpad_peer(writer)->here->posted[number % 2];
    uint32_t word = *posted;
    for (uint32_t polls = 0; word >> WEFT_DESCRIPTOR_NUMBER != number; polls++) {
        if (polls == WEFT_SCRATCHPAD_OWN_POLLS) {
            return 0;
        }
        weft_scratchpad_pause(waited * WEFT_SCRATCHPAD_OWN_POLLS + polls);
        word = *posted;
    }
    descriptor->length = word % (1u << WEFT_DESCRIPTOR_PLACE);
    descriptor->node = (word >> WEFT_DESCRIPTOR_NODE) % (1u << (WEFT_DESCRIPTOR_LAST - WEFT_DESCRIPTOR_NODE));
    descriptor->last = (word >> WEFT_DESCRIPTOR_LAST & 1) != 0;
    const uint32_t place = (word >> WEFT_DESCRIPTOR_PLACE) % WEFT_SCRATCHPAD_PLACES;
    const uint32_t cluster = weft_scratchpad_cluster_of[weft_scratchpad.node];
    return (const uint32_t *)weft_scratchpad_area(writer, cluster)->mailbox[place];
}

void weft_link_taken(uint32_t writer)
{
    const uint8_t number = ++read[writer];
    weft_scratchpad_in_order();
    weft_scratchpad_peer(writer)->there->taken = number;
}
