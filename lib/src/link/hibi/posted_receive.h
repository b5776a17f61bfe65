/* Posted receives: blocks that go from buffer to buffer.
 *
 * Where words come into rings, the receiver copies them, which takes longer than sending them. But if a receiver
 * already waits when a message's request word comes, with the first word of its data, it has a packet channel write the
 * other words to their destination, and posts the receive: sends its descriptor, one word, to the sender.
 *
 *     sender                                      receiver
 *     request word, first word   -- stream -->    waits for this message: sets up its packet channel
 *     polls for a short time     <-- stream --    descriptor: WEFT_WIRE_POSTED_RECEIVE, number of the block
 *     the other words            -- bulk ---->    the channel writes them to the message's buffer
 *     or, without a descriptor   -- stream -->    copies them from the ring; stops the channel
 *
 * Neither side waits for long for the other. Both number the blocks to which this applies (link/wire/wire.h), so that a
 * descriptor that comes too late belongs to no block. */
#ifndef WEFT_HIBI_POSTED_RECEIVE_H
#define WEFT_HIBI_POSTED_RECEIVE_H

#include "link_port.h"

/* Receiver: takes a message of at most a block; posts a receive for it if possible. `before`, 1 or 0: the words of its
 * request word that have not been consumed yet. */
void weft_hibi_take_block(struct weft_hibi_peer *peer, void *buffer, uint32_t length, uint32_t before);

/* rings.c: copies words as they come to the ring. */
void weft_hibi_copy_block(struct weft_hibi_peer *peer, void *buffer, uint32_t length);

#endif
