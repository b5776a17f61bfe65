/* What the platform file lists is there without being made, and got without asking; connecting it once more does no
 * harm. */
#include "codes/provoke.h"

#include <weft/node.h>

static mcapi_endpoint_t get(mcapi_node_t node, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, node, port, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    return endpoint;
}

static void of_node_0(void)
{
    mcapi_status_t status;
    uint32_t out, in;
    mcapi_endpoint_t got = 0;
    CARRY_OUT(endpoint_get_i, 0, 1, 2, &got);
    if (got != get(1, 2)) {
        printf("another endpoint was got\n");
    }
    CARRY_OUT(pktchan_connect_i, create(1), got);
    CARRY_OUT(pktchan_send_open_i, &out, create(1));
    CARRY_OUT(sclchan_recv_open_i, &in, create(4));
    MUST(pktchan_send, out, "packet", 7);
    printf("%u\n", mcapi_sclchan_recv_uint16(in, &status));
    MUST(msg_send, create(20), get(1, 9), "message", 8, 0);
}

static void of_node_1(void)
{
    uint32_t out, in;
    void *packet;
    char message[8];
    size_t size;
    CARRY_OUT(pktchan_recv_open_i, &in, create(2));
    CARRY_OUT(sclchan_send_open_i, &out, create(3));
    MUST(pktchan_recv, in, &packet, &size);
    printf("%s\n", (const char *)packet);
    MUST(sclchan_send_uint16, out, 1234);
    MUST(msg_recv, create(9), message, sizeof message, &size);
    printf("%s\n", message);
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    (weft_node() == 0 ? of_node_0 : of_node_1)();
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
