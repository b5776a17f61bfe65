/* The shared mailbox: where a core puts, near itself, what others fetch.
 *
 * A core stores a word near itself in less time than anywhere else, and those that read what it has put there do so at
 * the same time. So the root of a collective operation writes each word once, and the others share the rest of the
 * work. A mailbox has places for some pieces. A core has one for the readers of each cluster, each in a memory that
 * both sides reach: loads from another cluster's scratchpads could block the switches (docs/contract/switches.md).
 *
 * For each ordered pair of cores one piece can be posted at a time. The writer posts a descriptor, a word near the
 * reader:
 *
 *     number (8 bits), last of its part (1), node that it is for (7), place (8), length (8)
 *
 * The reader answers near the writer with the number. A place is free again when its piece has been taken.
 *
 * Posting is compiled inline: all readers wait for it. */
#ifndef WEFT_SHARED_MAILBOX_H
#define WEFT_SHARED_MAILBOX_H

#include "fast_path.h"

#include "link/descriptor.h"
#include "peer.h"

#define WEFT_DESCRIPTOR_NUMBER 24
#define WEFT_DESCRIPTOR_LAST 23
#define WEFT_DESCRIPTOR_NODE 16
#define WEFT_DESCRIPTOR_PLACE 8
_Static_assert(WEFT_CORES <= 1 << (WEFT_DESCRIPTOR_LAST - WEFT_DESCRIPTOR_NODE), "a node must fit into a descriptor");
_Static_assert(WEFT_LINK_PIECE < 1 << WEFT_DESCRIPTOR_PLACE, "a piece's length must fit into a descriptor");

struct weft_scratchpad_reader;

/* A place, and the piece in it. */
struct weft_scratchpad_place {
    struct weft_scratchpad_reader *reader;
    uint32_t number; /* 0 before the first */
};

struct weft_scratchpad_mailbox {
    volatile uint32_t (*words)[WEFT_SCRATCHPAD_PIECE];
    uint32_t next; /* place for the next piece */
    struct weft_scratchpad_place places[WEFT_SCRATCHPAD_PIECES];
};

/* Another core, to which this one posts pieces. Numbers of pieces wrap at 256. A size that is a power of two. */
struct weft_scratchpad_reader {
    struct weft_scratchpad_mailbox *mailbox; /* null before the first piece */
    struct weft_scratchpad_channel *there;   /* near it */
    struct weft_scratchpad_channel *here;    /* near this core */
    uint16_t posted;                         /* number of the last piece */
    uint16_t taken;                          /* of the last that it has taken, as far as this core knows */
};

extern struct weft_scratchpad_reader weft_scratchpad_readers[WEFT_CORES]; /* by node */

/* shared_mailbox.c */
void weft_scratchpad_start_reader(uint32_t node);

/* shared_mailbox.c: writes words of bytes that begin anywhere. */
void weft_scratchpad_put_bytes(volatile uint32_t *to, const uint8_t *from, uint32_t length);

/* Has a node taken the piece with this number? It takes one after the other. */
static inline bool weft_scratchpad_is_taken(struct weft_scratchpad_reader *reader, uint32_t number)
{
    if (reader->posted != number || reader->taken == number) {
        return true;
    }
    const uint32_t taken = reader->here->taken;
    reader->taken = (uint16_t)taken;
    return taken == number;
}

WEFT_INLINE bool weft_link_try_post(uint32_t node, const void *data, const struct weft_descriptor descriptor)
{
    struct weft_scratchpad_reader *const reader = &weft_scratchpad_readers[node];
    if (!WEFT_LIKELY(reader->mailbox != 0)) {
        weft_scratchpad_start_reader(node);
    }
    struct weft_scratchpad_mailbox *const mailbox = reader->mailbox;
    const uint32_t next = mailbox->next;
    struct weft_scratchpad_place *const place = &mailbox->places[next];
    volatile uint32_t *const to = mailbox->words[next];
    if (!WEFT_LIKELY(weft_scratchpad_is_taken(reader, reader->posted)) ||
        !WEFT_LIKELY(weft_scratchpad_is_taken(place->reader, place->number))) {
        return false;
    }
    if (WEFT_LIKELY(weft_link_direct(data))) {
        weft_scratchpad_put(to, data, (descriptor.length + 3) / 4);
    } else {
        weft_scratchpad_put_bytes(to, data, descriptor.length);
    }
    const uint32_t number = (reader->posted + 1u) % 256;
    weft_scratchpad_in_order();
    reader->there->posted = number << WEFT_DESCRIPTOR_NUMBER | (uint32_t)descriptor.last << WEFT_DESCRIPTOR_LAST |
                            descriptor.node << WEFT_DESCRIPTOR_NODE | next << WEFT_DESCRIPTOR_PLACE | descriptor.length;
    reader->posted = (uint16_t)number;
    *place = (struct weft_scratchpad_place){reader, number};
    mailbox->next = (next + 1) % WEFT_SCRATCHPAD_PIECES;
    return true;
}

#endif
