/* The link between a PC and the nodes of the chip that it is attached to: the processor writes single words to
 * addresses of the chip's bus, as a core's DMA controller does (link/wire/wire.h).
 *
 *     this process                                window (shared memory)              chip
 *     request word, data, notes  ------------->  ring of (address, word) pairs  --->  bridge, HIBI, nodes
 *     inboxes, one for a sender  <-------------  ring of (address, word) pairs  <---  nodes, HIBI, bridge
 *
 * Incoming words are sorted by sender: messages into one queue, the words of long messages into another. The queues
 * have room for whatever credits and CTS allow, and the window takes everything that is sent in the end. So a send is
 * refused only if too many data messages are unanswered, or if it is for an accelerator that has not answered the last
 * message: the accelerator's driver runs here, as in a core.
 *
 * A poll that finds nothing ends this turn of the process (window.h).
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"
#include <weft/window.h>

#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK

/* message.c: the number of this node. */
extern uint32_t weft_pcie_own;

/* message.c: returns the request word of the message at the head, or 0: now, or after a turn. */
weft_word weft_pcie_look(void);
weft_word weft_pcie_look_again(uint32_t doing);
void weft_pcie_tell(uint32_t node, enum weft_wire_note note);

static inline weft_word weft_link_head(void)
{
    const weft_word head = weft_pcie_look();
    return head != 0 ? head : weft_pcie_look_again(WEFT_WINDOW_LOOKS);
}

static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    while (!weft_link_try_send(node, label, buffer, length)) {
        if (weft_pcie_look_again(WEFT_WINDOW_LOOKS) != 0) {
            return false;
        }
    }
    return true;
}

static inline void weft_link_rest(void)
{
    weft_link_wait_head();
}

static inline void weft_link_give_credit(uint32_t node)
{
    weft_pcie_tell(node, WEFT_WIRE_CREDIT);
}

#include "link/common.h"
#include "link/link.h"

#endif
