/* The credit signal: the user event whose number is that of the node that gives the credits.
 *
 * The token is an immediate of the instruction, so there is one msg.send for each node number that this core can have.
 */
#include "link_port.h"

#define SEND(number)                                                                                                   \
    case (number):                                                                                                     \
        if ((number) < WEFT_CORES) {                                                                                   \
            weft_msg_send(payload, node, WEFT_TOKEN_EVENT_FIRST + (number));                                           \
        }                                                                                                              \
        break;
#define SEND_4(first) SEND(first) SEND((first) + 1) SEND((first) + 2) SEND((first) + 3)
#define SEND_16(first) SEND_4(first) SEND_4((first) + 4) SEND_4((first) + 8) SEND_4((first) + 12)

void weft_link_give_credit(uint32_t node)
{
    uint32_t payload = 0;
    WEFT_COMPUTE_NOW(payload); /* once, not for each node */
    switch (weft_read_mnode()) {
        SEND_16(0)
        SEND_16(16)
        SEND_16(32)
        SEND_16(48)
    default:
        break;
    }
}
