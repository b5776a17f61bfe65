/* Blocks from buffer to buffer. Where words come into rings, their receiver copies them, which takes longer than to
 * send them. But if it waits already when a message's request word comes, it has a packet channel take the words where
 * it wants them, and *invites* the sender to send them there. The sender gives it a moment for that; without an
 * invitation the words go to the ring, as always. Nobody waits for long for the other.
 *
 * Both sides number the messages that this may happen to (<weft/wire.h>): an invitation that comes too late is for
 * none.
 */
#ifndef WEFT_HIBI_INVITATION_H
#define WEFT_HIBI_INVITATION_H

#include "link_port.h"

/* Messages of so many bytes or more: shorter ones have been copied before an invitation is there. */
#define WEFT_HIBI_INVITED 192u

/* Sender: where the words of a message go whose request word has been sent. */
uint32_t weft_hibi_invited_to(struct weft_hibi_peer *peer, uint32_t length);

/* Receiver: whether the words of a message whose request word has been consumed have come to `buffer` by invitation.
 * Otherwise they are coming to the ring. */
bool weft_hibi_invite(struct weft_hibi_peer *peer, void *buffer, uint32_t length);

#endif
