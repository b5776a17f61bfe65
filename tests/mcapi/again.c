/* Two nodes that begin and end many times, each time with requests and messages outstanding: mcapi_finalize() discards
 * them, and the next time nothing of them is left.
 */
#include "codes/provoke.h"

#include <string.h>
#include <weft/node.h>

#define LIVES 39
#define PORT 50    /* of the first life; lower ones may be listed */
#define LONG 10000 /* bytes: more than a link takes at once */
#define MESSAGES 4 /* that are not received */

static char sent[LONG], wanted[LONG];

/* Requests of all kinds that can wait, none of which is waited for, and messages for an endpoint that is not read. */
static void leave_things_undone(mcapi_endpoint_t own, mcapi_endpoint_t other)
{
    const mcapi_endpoint_t unread = create(40);
    mcapi_endpoint_t never;
    mcapi_request_t request;
    mcapi_pktchan_send_hndl_t handle;
    size_t size;
    MUST(msg_recv_i, unread, wanted, sizeof wanted, &request);
    MUST(endpoint_get_i, 0, 1 - weft_node(), 99, &never, &request);
    MUST(pktchan_send_open_i, &handle, create(41), &request);
    MUST(msg_send_i, own, own, sent, sizeof sent, 1, &request);
    for (unsigned i = 0; i < MESSAGES; i++) {
        MUST(msg_send_i, own, other, sent, sizeof sent, 2, &request);
        MUST(msg_send_i, own, other, sent, 4, 3, &request);
    }
    MUST(test, &request, &size);
}

/* The two send each other the number of their life. */
static void meet(mcapi_endpoint_t own, mcapi_endpoint_t other, unsigned life)
{
    unsigned of_other;
    size_t size;
    MUST(msg_send, own, other, &life, sizeof life, 0);
    MUST(msg_recv, own, &of_other, sizeof of_other, &size);
    if (of_other != life || size != sizeof life) {
        printf("life %u: a message of life %u\n", life, of_other);
        exit(1);
    }
}

/* The ports of each life are its own, so that what is left over has no receiver. */
static void live(unsigned life)
{
    mcapi_info_t info;
    mcapi_status_t status;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    PROVOKE(initialize, NODE_INITIALIZED, 0, weft_node(), NULL, NULL, &info);
    const mcapi_endpoint_t own = create(PORT + life);
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 1 - weft_node(), PORT + life, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    meet(own, other, life);
    if (life % 3 != weft_node()) {
        leave_things_undone(own, other);
    }
    mcapi_finalize(&status);
    must(status, "finalize", __LINE__);
    mcapi_finalize(&status);
    expect(status, MCAPI_ERR_NODE_NOTINIT, "finalize", "NODE_NOTINIT", __LINE__);
}

int main(void)
{
    for (unsigned life = 0; life < LIVES; life++) {
        live(life);
    }
    return 0;
}
