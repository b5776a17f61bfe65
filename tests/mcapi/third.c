/* A message of a third node that came while this one waited for something else is found, although the last messages at
 * its endpoint came from the second node, which sends none any more; and so is one that this node sent to itself.
 */
#include "codes/provoke.h"

#include <weft/node.h>

enum { WANTED = 1, OTHER = 2, TURNS = 4 };

static mcapi_endpoint_t get(mcapi_node_t node, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, node, port, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    return endpoint;
}

static void receive(mcapi_endpoint_t endpoint, unsigned sender)
{
    unsigned number;
    size_t size;
    MUST(msg_recv, endpoint, &number, sizeof number, &size);
    if (size != sizeof number || number != sender) {
        printf("node %u's message has come, not node %u's\n", number, sender);
        exit(1);
    }
}

static void collect(void)
{
    const mcapi_endpoint_t wanted = create(WANTED);
    const mcapi_endpoint_t other = create(OTHER);
    const unsigned self = 0;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        receive(wanted, 1);
    }
    MUST(msg_send, wanted, get(2, WANTED), &self, sizeof self, 0);
    receive(other, 2); /* behind its message for the first port */
    receive(wanted, 2);
    receive(wanted, 2);
    MUST(msg_send, other, wanted, &self, sizeof self, 0);
    receive(wanted, 0);
}

/* The third node waits until it is told. */
static void send(unsigned node)
{
    const mcapi_endpoint_t own = create(WANTED);
    const mcapi_endpoint_t wanted = get(0, WANTED);
    const mcapi_endpoint_t other = get(0, OTHER);
    for (unsigned turn = 0; node == 1 && turn < TURNS; turn++) {
        MUST(msg_send, own, wanted, &node, sizeof node, 0);
    }
    if (node == 2) {
        receive(own, 0);
        MUST(msg_send, own, wanted, &node, sizeof node, 0);
        MUST(msg_send, own, other, &node, sizeof node, 0);
        MUST(msg_send, own, wanted, &node, sizeof node, 0);
    }
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    const unsigned node = weft_node();
    MUST(initialize, 0, node, NULL, NULL, &info);
    if (node == 0) {
        collect();
    } else {
        send(node);
    }
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
