/* Posted receives: blocks that go from buffer to buffer.
 *
 * Where words come into rings, their receiver copies them, which takes longer than to send them. But if it waits
 * already when a message's request word comes, it has a packet channel take the words where it wants them, and posts
 * the receive: a word to the sender, its descriptor. The sender polls for that for a short time; without it the words
 * go to the ring, as always. Neither side waits for long for the other.
 *
 * Both sides number the messages to which this applies (link/wire/wire.h): a descriptor that comes too late belongs to
 * none. */
#ifndef WEFT_HIBI_POSTED_RECEIVE_H
#define WEFT_HIBI_POSTED_RECEIVE_H

#include "link_port.h"

/* Sender: where the words of a message go whose request word has been sent. */
uint32_t weft_hibi_destination(struct weft_hibi_peer *peer, uint32_t length);

/* Receiver: posts a receive for a message whose request word has been consumed. Have its words come to `buffer`?
 * Otherwise they are coming to the ring. */
bool weft_hibi_post_receive(struct weft_hibi_peer *peer, void *buffer, uint32_t length);

#endif
