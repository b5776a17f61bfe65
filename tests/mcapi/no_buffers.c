/* Node 1 takes all buffers of packets without waiting, so that the first call that waits finds none. */
#include "codes/provoke.h"

#include <weft/node.h>

#define PORT 2

static mcapi_endpoint_t end;

static void send_all(void)
{
    mcapi_status_t status;
    mcapi_pktchan_send_hndl_t out;
    const mcapi_endpoint_t other = mcapi_endpoint_get(0, 1, PORT, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    CARRY_OUT(pktchan_connect_i, end, other);
    CARRY_OUT(pktchan_send_open_i, &out, end);
    for (unsigned number = 0; number <= WEFT_MCAPI_PACKET_BUFFERS; number++) {
        MUST(pktchan_send, out, &number, sizeof number);
    }
}

static void receive_all(void)
{
    mcapi_pktchan_recv_hndl_t in;
    void *packet;
    size_t size;
    CARRY_OUT(pktchan_recv_open_i, &in, end);
    for (unsigned number = 0; number < WEFT_MCAPI_PACKET_BUFFERS; number++) {
        CARRY_OUT(pktchan_recv_i, in, &packet);
    }
    void *other;
    PROVOKE(pktchan_recv, MEM_LIMIT, in, &other, &size);
    PROVOKE(pktchan_recv, MEM_LIMIT, in, &other, &size);
    MUST(pktchan_release, packet);
    MUST(pktchan_recv, in, &packet, &size);
    printf("packet %u\n", *(unsigned *)packet);
}

int main(void)
{
    mcapi_status_t status;
    mcapi_info_t info;
    MUST(initialize, 0, weft_node(), NULL, NULL, &info);
    end = create(PORT);
    (weft_node() == 0 ? send_all : receive_all)();
    mcapi_finalize(&status);
    return 0;
}
