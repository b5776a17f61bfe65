/* Posted receives: blocks that go from buffer to buffer.
 *
 * Where words come into rings, their receiver copies them, which takes longer than to send them. But if it waits
 * already when a message's request word comes, with the first word of its data, it has a packet channel take the others
 * where it wants them, and posts the receive: a word to the sender, its descriptor. The sender polls for that for a
 * short time; without it the words go to the ring, as always. Neither side waits for long for the other.
 *
 * Both sides number the messages to which this applies (link/wire/wire.h): a descriptor that comes too late belongs to
 * none. */
#ifndef WEFT_HIBI_POSTED_RECEIVE_H
#define WEFT_HIBI_POSTED_RECEIVE_H

#include "link_port.h"

/* Receiver: takes a message of at most a block; posts a receive for it if that may be. Of its request word `before`, 1
 * or 0, has not been consumed yet. */
void weft_hibi_take_block(struct weft_hibi_peer *peer, void *buffer, uint32_t length, uint32_t before);

/* rings.c: copies words that come to the ring. */
void weft_hibi_copy_block(struct weft_hibi_peer *peer, void *buffer, uint32_t length);

#endif
