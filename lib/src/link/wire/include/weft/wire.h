/* What goes over HIBI between two nodes, whoever sends it: to be understood without registers.
 *
 * A node has, for each peer that sends to it, two HIBI addresses. To the first, the peer's stream, go messages: a
 * request word, then the data, in whole words; or a credit, a word of 0. Of a message longer than a block there go only
 * its request word and, if it does not end with a word, its last bytes; the words before go to the second address, for
 * which the receiver has them taken where it wants them.
 */
#ifndef WEFT_HIBI_WIRE_H
#define WEFT_HIBI_WIRE_H

#include <stdint.h>
#include <weft/instructions.h>
#include <weft/label.h>

/* The longest message that goes to a stream whole, in bytes: a block of 8 x 8 samples of 16 bits; and not much more
 * than what a copy of it costs no more than the way to and fro before a transfer of its own. */
#define WEFT_LINK_BLOCK 128u

#define WEFT_WIRE_CREDIT 0u
/* HIBI addresses that a peer has at a node, in bytes. */
#define WEFT_WIRE_PEER_BYTES 8u

/* Where node `from` sends messages to the node whose addresses begin at `base`. */
static inline uint32_t weft_wire_stream(uint32_t base, uint32_t from)
{
    return base + WEFT_WIRE_PEER_BYTES * from;
}

/* Where it sends the words of long ones. */
static inline uint32_t weft_wire_bulk(uint32_t base, uint32_t from)
{
    return weft_wire_stream(base, from) + 4u;
}

static inline weft_word weft_wire_head(uint32_t from, weft_word label, uint32_t length)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, from) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
}

/* Words that follow the request word in the stream; `block`: the longest message that goes there whole, in bytes. */
static inline uint32_t weft_wire_words(uint32_t length, uint32_t block)
{
    return length <= block ? (length + 3u) / 4u : (length % 4u != 0);
}

#endif
