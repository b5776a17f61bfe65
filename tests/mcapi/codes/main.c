/* Node 0 provokes every status code of every function; node 1 has an endpoint, and waits for the end. */
#include "provoke.h"

#include <weft/node.h>

mcapi_endpoint_t remote;

static mcapi_endpoint_t waiting;
static mcapi_request_t requests[WEFT_MCAPI_REQUESTS];
static unsigned taken;
static char nowhere[4];

void take_all_requests(void)
{
    mcapi_status_t status = MCAPI_SUCCESS;
    waiting = create(30);
    taken = 0;
    while (taken < WEFT_MCAPI_REQUESTS) {
        mcapi_msg_recv_i(waiting, nowhere, sizeof nowhere, &requests[taken++], &status);
        must(status, "msg_recv_i", __LINE__);
    }
}

void give_requests_back(void)
{
    for (unsigned i = 0; i < taken; i++) {
        mcapi_status_t status;
        size_t size;
        MUST(cancel, &requests[i]);
        mcapi_wait(&requests[i], &size, FOREVER, &status);
    }
    MUST(endpoint_delete, waiting);
}

void take_notes(void)
{
    const mcapi_endpoint_t endpoint = create(30);
    MUST(msg_available, endpoint);
    MUST(endpoint_delete, endpoint);
}

static void of_initialization(void)
{
    mcapi_info_t info;
    const mcapi_node_t node = weft_node();
    PROVOKE(initialize, PARAMETER, 0, node, NULL, NULL, NULL);
    PROVOKE(initialize, DOMAIN_INVALID, 1, node, NULL, NULL, &info);
    PROVOKE(initialize, NODE_INVALID, 0, 99, NULL, NULL, &info);
    PROVOKE(initialize, NODE_INVALID, 0, 1 - node, NULL, NULL, &info);
    MUST(initialize, 0, node, NULL, NULL, &info);
    PROVOKE(initialize, NODE_INITIALIZED, 0, node, NULL, NULL, &info);
}

static void of_finalization(void)
{
    mcapi_status_t status;
    mcapi_finalize(&status);
    must(status, "finalize", __LINE__);
}

static void of_display_status(void)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    const char *const name = mcapi_display_status(12345, text, sizeof text);
    expect(name && mcapi_display_status(1, NULL, 8) == NULL && mcapi_display_status(1, text, 0) == NULL, 1,
           "display_status", "PARAMETER", __LINE__);
}

static void provoke(void)
{
    mcapi_status_t status;
    before_initialization();
    of_initialization();
    remote = mcapi_endpoint_get(0, 1, 1, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    of_nodes();
    of_endpoints();
    of_attributes();
    of_messages();
    of_packet_channels();
    of_scalar_channels();
    of_requests();
    of_display_status();
    MUST(msg_send, create(31), remote, "end", 4, 0);
    of_finalization();
}

static void wait_for_the_end(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    char text[8];
    size_t size;
    MUST(initialize, 0, 1, NULL, NULL, &info);
    MUST(msg_recv, create(1), text, sizeof text, &size);
    mcapi_finalize(&status);
    must(status, "finalize", __LINE__);
}

int main(void)
{
    (weft_node() == 0 ? provoke : wait_for_the_end)();
    return 0;
}
