/* Four nodes of MCAPI that are far apart, the last one among them: each sends the next a message, a packet and a scalar
 * in a ring, and all others have nothing to do. */
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/node.h>

enum { MESSAGES = 10, PACKETS, PACKETS_OUT, SCALARS, SCALARS_OUT };

static mcapi_status_t status;

static void must(const char *what)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        printf("node %u: %s: %s\n", (unsigned)weft_node(), what, mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

static mcapi_endpoint_t create(mcapi_port_t port)
{
    const mcapi_endpoint_t endpoint = mcapi_endpoint_create(port, &status);
    must("mcapi_endpoint_create");
    return endpoint;
}

static mcapi_endpoint_t get(mcapi_node_t node, mcapi_port_t port)
{
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, node, port, MCAPI_TIMEOUT_INFINITE, &status);
    must("mcapi_endpoint_get");
    return endpoint;
}

static void finish(mcapi_request_t request, const char *what)
{
    size_t size;
    mcapi_wait(&request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(what);
}

static void expect(int is, const char *what)
{
    if (!is) {
        printf("node %u: wrong %s\n", (unsigned)weft_node(), what);
        exit(1);
    }
}

static void exchange_messages(mcapi_node_t next, mcapi_node_t before)
{
    const mcapi_endpoint_t own = create(MESSAGES);
    const mcapi_endpoint_t to = get(next, MESSAGES);
    unsigned numbers[100] = {weft_node()};
    unsigned received[100];
    mcapi_request_t request;
    size_t size;
    for (size_t bytes = 4; bytes <= sizeof numbers; bytes *= 100) {
        mcapi_msg_send_i(own, to, numbers, bytes, 1, &request, &status);
        mcapi_msg_recv(own, received, sizeof received, &size, &status);
        must("mcapi_msg_recv");
        finish(request, "mcapi_msg_send_i");
        expect(size == bytes && received[0] == before, "message");
    }
}

static void exchange_packets(mcapi_node_t next, mcapi_node_t before)
{
    mcapi_request_t requests[3];
    mcapi_pktchan_recv_hndl_t in;
    mcapi_pktchan_send_hndl_t out;
    unsigned number = weft_node();
    unsigned *packet;
    size_t size;
    mcapi_pktchan_recv_open_i(&in, create(PACKETS), &requests[0], &status);
    const mcapi_endpoint_t from = create(PACKETS_OUT);
    mcapi_pktchan_connect_i(from, get(next, PACKETS), &requests[1], &status);
    finish(requests[1], "mcapi_pktchan_connect_i");
    mcapi_pktchan_send_open_i(&out, from, &requests[2], &status);
    finish(requests[2], "mcapi_pktchan_send_open_i");
    finish(requests[0], "mcapi_pktchan_recv_open_i");
    mcapi_pktchan_send(out, &number, sizeof number, &status);
    must("mcapi_pktchan_send");
    mcapi_pktchan_recv(in, (void **)&packet, &size, &status);
    must("mcapi_pktchan_recv");
    expect(size == sizeof *packet && *packet == before, "packet");
}

static void exchange_scalars(mcapi_node_t next, mcapi_node_t before)
{
    mcapi_request_t requests[3];
    mcapi_sclchan_recv_hndl_t in;
    mcapi_sclchan_send_hndl_t out;
    mcapi_sclchan_recv_open_i(&in, create(SCALARS), &requests[0], &status);
    const mcapi_endpoint_t from = create(SCALARS_OUT);
    mcapi_sclchan_connect_i(from, get(next, SCALARS), &requests[1], &status);
    finish(requests[1], "mcapi_sclchan_connect_i");
    mcapi_sclchan_send_open_i(&out, from, &requests[2], &status);
    finish(requests[2], "mcapi_sclchan_send_open_i");
    finish(requests[0], "mcapi_sclchan_recv_open_i");
    for (unsigned i = 0; i < 20; i++) {
        mcapi_sclchan_send_uint32(out, weft_node() + i, &status);
        must("mcapi_sclchan_send_uint32");
        expect(mcapi_sclchan_recv_uint32(in, &status) == before + i, "scalar");
        must("mcapi_sclchan_recv_uint32");
    }
}

int main(void)
{
    const mcapi_node_t last = weft_nodes() - 1;
    const mcapi_node_t ring[] = {0, last / 3, last - 1, last};
    mcapi_info_t info;
    mcapi_initialize(0, weft_node(), NULL, NULL, &info, &status);
    must("mcapi_initialize");
    for (unsigned i = 0; i < 4; i++) {
        if (weft_node() == ring[i]) {
            exchange_messages(ring[(i + 1) % 4], ring[(i + 3) % 4]);
            exchange_packets(ring[(i + 1) % 4], ring[(i + 3) % 4]);
            exchange_scalars(ring[(i + 1) % 4], ring[(i + 3) % 4]);
            printf("node %u is right\n", (unsigned)weft_node());
        }
    }
    mcapi_finalize(&status);
    must("mcapi_finalize");
    return 0;
}
