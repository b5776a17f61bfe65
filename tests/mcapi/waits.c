/* Node 1 waits for ever, as the argument says, for node 0, which waits for a message that does not come. */
#include "codes/provoke.h"

#include <string.h>
#include <weft/node.h>

#define PORT 3

static mcapi_request_t request;
static uint32_t handle;
static size_t size;

static void wait_for_packet(mcapi_endpoint_t own)
{
    mcapi_status_t status;
    void *packet;
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 0, PORT, FOREVER, &status);
    CARRY_OUT(pktchan_connect_i, other, own);
    CARRY_OUT(pktchan_recv_open_i, &handle, own);
    MUST(pktchan_recv, handle, &packet, &size);
}

static void wait_for(const char *what, mcapi_endpoint_t own)
{
    mcapi_status_t status;
    if (strcmp(what, "message") == 0) {
        MUST(msg_recv, own, &handle, sizeof handle, &size);
    } else if (strcmp(what, "packet") == 0) {
        wait_for_packet(own);
    } else if (strcmp(what, "open") == 0) {
        CARRY_OUT(sclchan_send_open_i, &handle, own);
    } else {
        mcapi_endpoint_get(0, 0, 99, FOREVER, &status);
    }
}

int main(int argc, char **argv)
{
    mcapi_info_t info;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    const mcapi_endpoint_t own = create(PORT);
    if (weft_node() == 1) {
        wait_for(argc > 1 ? argv[1] : "message", own);
    } else if (argc > 1 && strcmp(argv[1], "packet") == 0) {
        CARRY_OUT(pktchan_send_open_i, &handle, own);
    }
    MUST(msg_recv, create(50), &handle, sizeof handle, &size);
    return 0;
}
