/* A long message to the receiver of the last message that was waited for, after a message by request to another one: it
 * comes where it was sent. */
#include "codes/provoke.h"

#include <weft/node.h>

static char large[2000];

static mcapi_endpoint_t of_node(mcapi_node_t node)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, node, 1, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    return endpoint;
}

static void send_all(mcapi_endpoint_t own)
{
    const mcapi_endpoint_t first = of_node(1), second = of_node(2);
    mcapi_request_t request;
    size_t size;
    MUST(msg_send, own, first, large, 4, 0);
    MUST(msg_send, own, first, large, 4, 0);
    MUST(msg_send_i, own, second, large, 8, 0, &request);
    MUST(wait, &request, &size, FOREVER);
    MUST(msg_send, own, first, large, sizeof large, 0);
}

static void receive_all(mcapi_endpoint_t own, unsigned messages)
{
    for (unsigned i = 0; i < messages; i++) {
        size_t size;
        MUST(msg_recv, own, large, sizeof large, &size);
        printf("node %u: %u bytes\n", (unsigned)weft_node(), (unsigned)size);
    }
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    const mcapi_endpoint_t own = create(1);
    if (weft_node() == 0) {
        send_all(own);
    } else {
        receive_all(own, weft_node() == 1 ? 3 : 1);
    }
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
