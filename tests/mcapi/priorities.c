/* Messages of all priorities lie at a node before it receives the first: the highest comes first, and those of one
 * priority come in their order. */
#include "codes/provoke.h"

#include <weft/node.h>

#define EACH 3

static void send_all(mcapi_endpoint_t own)
{
    mcapi_status_t status;
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 1, 1, FOREVER, &status);
    for (mcapi_priority_t priority = MCAPI_MIN_PRIORITY + 1; priority-- > MCAPI_MAX_PRIORITY;) {
        for (unsigned i = 0; i < EACH; i++) {
            const unsigned message[2] = {priority, i};
            MUST(msg_send, own, other, message, sizeof message, priority);
        }
    }
}

static void receive_all(mcapi_endpoint_t own)
{
    const unsigned all = EACH * (MCAPI_MIN_PRIORITY + 1);
    mcapi_status_t status;
    while (mcapi_msg_available(own, &status) < all) {
    }
    for (unsigned i = 0; i < all; i++) {
        unsigned message[2];
        size_t size;
        MUST(msg_recv, own, message, sizeof message, &size);
        printf("%u.%u ", message[0], message[1]);
    }
    printf("\n");
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    (weft_node() == 0 ? send_all : receive_all)(create(1));
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
