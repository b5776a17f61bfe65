/* What goes over HIBI between two nodes, whoever sends it: to be understood without registers.
 *
 * A node has, for each peer, two HIBI addresses. To the first, the peer's stream, go messages: a request word, then the
 * data, in whole words; or a credit. Of a message longer than a block there go only its request word and, if it does
 * not end with a word, its last bytes; the words before go to the second address. Its receiver has them taken where it
 * wants them: it has said so with its CTS, or, once it is ready, answers with a word to the second address that the
 * sender has for it. To the second address go also the words of a block whose receive was posted.
 *
 * A request word with a plain label and more bytes than a block is an RTS. A receiver that waits for this message has
 * the words taken where it wants them, and says so in its own stream: they are all that comes then.
 *
 * Data whose CTS was sent need no credit. As a message of at most a block their receiver answers them with a word in
 * its own stream, and a few at most have no answer yet. So nothing is ever sent that is not taken at once: a stream has
 * room for all of this.
 */
#ifndef WEFT_HIBI_WIRE_H
#define WEFT_HIBI_WIRE_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/instructions.h>
#include <weft/label.h>

/* The longest message that goes to a stream whole, in bytes: the packet of 1 KiB of L. Matilainen et al., "Multicore
 * Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011, VII. */
#define WEFT_LINK_BLOCK 1024u

/* Whoever waits for a long message is ready for it. */
#define WEFT_WIRE_READY 1u
/* Numbers of blocks, in turn. */
#define WEFT_WIRE_NUMBERS 256u
/* HIBI addresses that a peer has at a node, in bytes. */
#define WEFT_WIRE_PEER_BYTES 8u

/* Where node `from` sends messages to the node whose addresses begin at `base`. */
static inline uint32_t weft_wire_stream(uint32_t base, uint32_t from)
{
    return base + WEFT_WIRE_PEER_BYTES * from;
}

/* Where it sends the words of long ones, and that it is ready for such. */
static inline uint32_t weft_wire_bulk_beside(uint32_t stream)
{
    return stream + 4u;
}

static inline uint32_t weft_wire_bulk(uint32_t base, uint32_t from)
{
    return weft_wire_bulk_beside(weft_wire_stream(base, from));
}

static inline weft_word weft_wire_head(uint32_t from, weft_word label, uint32_t length)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, from) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
}

/* Words in a stream that are no messages, and never 0: a batch of credits, the answer to data, the descriptor of a
 * posted receive, and that the words of the message are awaited whose RTS was one word. */
enum weft_wire_note {
    WEFT_WIRE_CREDIT = 1,
    WEFT_WIRE_TAKEN = 2,
    WEFT_WIRE_POSTED_RECEIVE = 3,
    WEFT_WIRE_AWAITED = 4,
};

static inline weft_word weft_wire_note(uint32_t from, enum weft_wire_note note)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, from) | (weft_word)note;
}

static inline bool weft_wire_is_credit(weft_word word)
{
    return WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, word) == WEFT_WIRE_CREDIT;
}

/* The descriptor that `from` posts for the block with this number, whose words it awaits next to its stream. */
static inline weft_word weft_wire_posted_receive(uint32_t from, uint32_t number)
{
    return weft_wire_note(from, WEFT_WIRE_POSTED_RECEIVE) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, number % WEFT_WIRE_NUMBERS);
}

static inline bool weft_wire_is_posted_receive(weft_word word)
{
    return WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, word) == WEFT_WIRE_POSTED_RECEIVE;
}

static inline bool weft_wire_is_awaited(weft_word word)
{
    return WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, word) == WEFT_WIRE_AWAITED;
}

/* Messages of data that have no answer yet, at most. */
#define WEFT_WIRE_DATA 2u

/* Whether a message is such. */
static inline bool weft_wire_is_data(weft_word head)
{
    return WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head) == WEFT_LABEL_DATA &&
           WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head) <= WEFT_LINK_BLOCK;
}

static inline bool weft_wire_is_message(weft_word word)
{
    return WEFT_FIELD_GET(WEFT_REQUEST_KIND, word) != 0;
}

/* In a request word for a core: a batch of credits comes with the message. A bit of the source that no node has. */
#define WEFT_WIRE_WITH_CREDIT WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, (WEFT_REQUEST_SOURCE_MASK + 1) / 2)

/* Words that follow the request word in the stream; `block`: the longest message that goes there whole, in bytes. */
static inline uint32_t weft_wire_words(uint32_t length, uint32_t block)
{
    return length <= block ? (length + 3u) / 4u : (length % 4u != 0);
}

#endif
