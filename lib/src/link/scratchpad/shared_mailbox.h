/* The shared mailbox: where a core puts, for others, what they fetch.
 *
 * Over a circuit a core stores a word in 7 cycles, in any scratchpad of the chip; a load takes 18, near the core. So
 * the root of a collective operation writes the pieces of all others one after the other, and these read theirs, near
 * themselves, at the same time. No other core reaches a scratchpad while a circuit to it is held: a core has places in
 * each of them, and where the readers' cluster has two, pieces go to both.
 *
 * The places of a core in a scratchpad lie in the part of one core there, its partner. Pieces for another cluster to
 * which no circuit is to be had go to the place that the pair of cores has between the clusters: stores to scratchpads
 * of another cluster that are answered could block the switches (docs/contract/switches.md). On chips where cores have
 * no partners, with scratchpads for different numbers of cores, all pieces go to the places of pairs.
 *
 * For each ordered pair of cores two pieces can be posted at a time. For each the writer posts a descriptor, a word
 * near the reader, behind the piece on the same circuit:
 *
 *     1, number (7 bits), last of its part (1), core in whose part it is (7), place there (6), length in bytes (10)
 *
 * The reader answers near the writer with how many it has taken. A place is free again when its piece has been taken.
 */
#ifndef WEFT_SHARED_MAILBOX_H
#define WEFT_SHARED_MAILBOX_H

#include "small_messages.h"

#include "link/descriptor.h"
#include "peer.h"

#define WEFT_DESCRIPTOR_NUMBER 24
#define WEFT_DESCRIPTOR_LAST 23
#define WEFT_DESCRIPTOR_CORE 16
#define WEFT_DESCRIPTOR_PLACE 10
#define WEFT_DESCRIPTOR_PAIR 127u /* in the place of a core: the place that the pair of cores has */
_Static_assert(WEFT_CORES <= WEFT_DESCRIPTOR_PAIR, "a core must fit into a descriptor");
_Static_assert(WEFT_SCRATCHPAD_PLACES <= 64, "a place must fit into a descriptor");
_Static_assert(WEFT_LINK_PIECE < 1 << WEFT_DESCRIPTOR_PLACE, "a piece's length must fit into a descriptor");

/* A place for a piece. */
struct weft_scratchpad_place {
    struct weft_scratchpad_place *next; /* of this core in the same memory */
    volatile uint32_t *words;
    uint32_t descriptor; /* of no bytes in it, without a number */
    uint32_t reader;     /* of the last piece in it, */
    uint32_t number;     /* and how many that reader has had with that piece; 0 before the first */
};

/* The places of this core in one memory. */
struct weft_scratchpad_mailbox {
    struct weft_scratchpad_mailbox *other; /* in the other memory of this core's cluster; of other clusters: this one */
    uint32_t posted;                       /* pieces so far */
    struct weft_scratchpad_place *next;    /* place for the next piece; null: the places have not been found yet */
    volatile uint32_t *circuit;            /* the register of this core's circuit to the memory */
    struct weft_scratchpad_place places[WEFT_SCRATCHPAD_OWN_PLACES];
} __attribute__((aligned(16))); /* found by its number without a multiplication */

/* Has each core a partner near each memory? */
#define WEFT_SCRATCHPAD_HAS_PARTNERS                                                                                   \
    (WEFT_NI_CORES_OF_MEMORY > 0 && WEFT_CORES <= WEFT_NI_CORES_OF_MEMORY * WEFT_SCRATCHPAD_OWNERS)

/* The number of the memory near a node, in the order of the cores. */
static inline uint32_t weft_scratchpad_memory_number(uint32_t node)
{
    static const uint8_t numbers[] = WEFT_NI_MEMORY_NUMBER_OF_CORE;
    return numbers[node];
}

/* The partner of a node near the memory of a number: the core that has the same number there as the node near its own
 * memory. */
static inline uint32_t weft_scratchpad_partner(uint32_t node, uint32_t memory)
{
    static const uint8_t numbers[] = WEFT_NI_NUMBER_AT_MEMORY;
    static const uint8_t cores[] = WEFT_NI_CORES_BY_MEMORY;
    return cores[memory * WEFT_NI_CORES_OF_MEMORY + numbers[node]];
}

/* A memory takes words over a circuit faster than a plain loop stores them. */
static inline void weft_scratchpad_put_words(volatile uint32_t *to, const uint32_t *from, uint32_t length)
{
    const uint32_t *const end = from + (length + 3) / 4;
    const uint32_t *const turns_end = from + (length + 3) / 32 * 8;
    for (; from != turns_end; to += 8, from += 8) {
#pragma GCC unroll 8
        for (uint32_t i = 0; i < 8; i++) {
            to[i] = from[i];
        }
    }
    while (from != end) {
        *to++ = *from++;
    }
}

/* Asks for a circuit one way, unless the program has one. Returns whether it did. */
static inline bool weft_scratchpad_request(volatile uint32_t *circuit)
{
    const uint32_t status = *circuit;
    const bool requests = status == WEFT_NI_CHANNEL_CLOSED || status == WEFT_NI_CHANNEL_REFUSED;
    if (requests) {
        *circuit = WEFT_NI_OPEN_ONE_WAY;
    }
    return requests;
}

/* What has become of a circuit. */
static inline bool weft_scratchpad_is_open(const volatile uint32_t *circuit)
{
    uint32_t status;
    do {
        status = *circuit;
    } while (status == WEFT_NI_CHANNEL_OPENING);
    return status == WEFT_NI_CHANNEL_OPEN;
}

#endif
