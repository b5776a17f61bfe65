/* Messages over HIBI between two nodes, whether a core's DMA controller sends them or the PC. This header uses no
 * registers.
 *
 * A node has two HIBI addresses for each peer: the peer's stream, and its bulk address next to it.
 *
 *     stream   request word, data in whole words     a message of at most a block
 *     stream   request word, last bytes if any       a longer message; its whole words go to the bulk address
 *     stream   note                                  one word: enum weft_wire_note
 *     bulk     whole words                           of a long message, or of a block whose receive was posted
 *     bulk     WEFT_WIRE_READY                       the receiver of a long message is ready for its words
 *
 * The receiver of a long message has the words at its bulk address written to the message's destination. It tells the
 * sender that it has set this up with its CTS or, if it does so only when the request word has come, by WEFT_WIRE_READY
 * at the bulk address that the sender has for it.
 *
 * A request word with a plain label and more bytes than a block is an RTS. A receiver that waits for this message has
 * its words written to their destination and says so by a note, WEFT_WIRE_AWAITED: then nothing but those words
 * follows.
 *
 * Data messages whose CTS was sent need no credit. The receiver answers each that has at most a block by a note,
 * WEFT_WIRE_TAKEN, and at most WEFT_WIRE_DATA of them are unanswered. So the receiver has room for everything that is
 * ever sent to a stream.
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

/* The receiver of a long message is ready for its words. */
#define WEFT_WIRE_READY 1u
/* Block numbers go from 0 to one less than this, and around. */
#define WEFT_WIRE_NUMBERS 256u
/* Size in bytes of the two HIBI addresses that a peer has at a node. */
#define WEFT_WIRE_PEER_BYTES 8u

/* Returns the address of the stream of node `from` at the node whose addresses begin at `base`. */
static inline uint32_t weft_wire_stream(uint32_t base, uint32_t from)
{
    return base + WEFT_WIRE_PEER_BYTES * from;
}

/* Returns the bulk address next to a stream. */
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

/* Words in a stream that are not messages, and never 0: a batch of credits; the answer to a data message; the
 * descriptor of a posted receive; the answer to an RTS of one word, that the receiver awaits the words of the message.
 */
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

/* The descriptor that `from` posts for the block with this number, whose words it awaits at its bulk address. */
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

/* Maximum number of unanswered data messages. */
#define WEFT_WIRE_DATA 2u

/* Is this a data message that its receiver answers? */
static inline bool weft_wire_is_data(weft_word head)
{
    return WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head) == WEFT_LABEL_DATA &&
           WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head) <= WEFT_LINK_BLOCK;
}

static inline bool weft_wire_is_message(weft_word word)
{
    return WEFT_FIELD_GET(WEFT_REQUEST_KIND, word) != 0;
}

/* In a request word to a core: a batch of credits comes with the message. A bit of the source that no node number has.
 */
#define WEFT_WIRE_WITH_CREDIT WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, (WEFT_REQUEST_SOURCE_MASK + 1) / 2)

/* Returns how many words follow the request word in the stream; `block`: the longest message that goes there whole, in
 * bytes. */
static inline uint32_t weft_wire_words(uint32_t length, uint32_t block)
{
    return length <= block ? (length + 3u) / 4u : (length % 4u != 0);
}

#endif
