/* The shared mailbox: where a core puts, near itself, what others fetch.
 *
 * A core stores a word near itself in less time than anywhere else, and those that read what it has put there do so at
 * the same time. So the root of a collective operation writes each word once, and the others share the rest of the
 * work. A mailbox has places for some pieces. A core has one for the readers of each cluster, each in a memory that
 * both sides reach: loads from another cluster's scratchpads could block the switches (docs/contract/switches.md).
 *
 * For each ordered pair of cores two pieces can be posted at a time. For each the writer posts a descriptor, a word
 * near the reader:
 *
 *     number (8 bits), last of its part (1), node that it is for (7), place (4), length (12)
 *
 * The reader answers near the writer with the number. A place is free again when its piece has been taken.
 */
#ifndef WEFT_SHARED_MAILBOX_H
#define WEFT_SHARED_MAILBOX_H

#include "fast_path.h"

#include "link/descriptor.h"
#include "peer.h"

#define WEFT_DESCRIPTOR_NUMBER 24
#define WEFT_DESCRIPTOR_LAST 23
#define WEFT_DESCRIPTOR_NODE 16
#define WEFT_DESCRIPTOR_PLACE 12
_Static_assert(WEFT_CORES <= 1 << (WEFT_DESCRIPTOR_LAST - WEFT_DESCRIPTOR_NODE), "a node must fit into a descriptor");
_Static_assert(WEFT_LINK_PIECE < 1 << WEFT_DESCRIPTOR_PLACE, "a piece's length must fit into a descriptor");

struct weft_scratchpad_reader;

/* A place, and the piece in it, or the one that begins before it. */
struct weft_scratchpad_place {
    struct weft_scratchpad_reader *reader;
    uint32_t number; /* 0 before the first */
};

struct weft_scratchpad_mailbox {
    volatile uint32_t (*words)[WEFT_SCRATCHPAD_PLACE];
    uint32_t memory; /* its number among devices (<weft/qos.h>) */
    uint32_t next;   /* place for the next piece */
    struct weft_scratchpad_place places[WEFT_SCRATCHPAD_PLACES];
};

/* Another core, to which this one posts pieces. Numbers of pieces wrap at 256. */
struct weft_scratchpad_reader {
    struct weft_scratchpad_mailbox *mailbox; /* null before the first piece */
    struct weft_scratchpad_peer *peer;
    uint8_t posted;     /* number of the last piece */
    uint8_t taken;      /* of the last that it has taken, as far as this core knows */
    bool is_told_there; /* of pieces by a word in the memory of the mailbox itself */
};

extern struct weft_scratchpad_reader weft_scratchpad_readers[WEFT_CORES]; /* by node */

#endif
