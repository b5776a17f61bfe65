/* What the library has kept of ends (short_paths.h of the library) lapses when it no longer holds: when credit is used
 * up, an attribute has changed, a packet's buffer is given back, an endpoint is deleted. Node 0 begins each exchange.
 */
#include "codes/provoke.h"

#include <weft/node.h>

enum { MESSAGES = 1, PACKETS = 2, EXCHANGES = 4, MANY = 60, BUSY = 20000 };

static mcapi_endpoint_t own, other;
static unsigned node;

static mcapi_endpoint_t get(mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, 1 - node, port, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    return endpoint;
}

static void send(unsigned number)
{
    MUST(msg_send, own, other, &number, sizeof number, 0);
}

static void receive(unsigned expected)
{
    unsigned number;
    size_t size;
    MUST(msg_recv, own, &number, sizeof number, &size);
    if (size != sizeof number || number != expected) {
        printf("%u has come, not %u\n", number, expected);
        exit(1);
    }
}

static void exchange(void)
{
    for (unsigned number = 0; number < EXCHANGES; number++) {
        if (node == 0) {
            send(number);
        }
        receive(number);
        if (node == 1) {
            send(number);
        }
    }
}

/* More than there is credit for, while their receiver does something else. */
static void use_up_credit(void)
{
    for (volatile unsigned busy = 0; node == 1 && busy < BUSY; busy++) {
    }
    for (unsigned number = 0; number < MANY; number++) {
        if (node == 0) {
            send(number);
        } else {
            receive(number);
        }
    }
}

/* The other node sends nothing before this one does. */
static void let_time_pass(void)
{
    mcapi_timeout_t timeout = 100;
    unsigned number;
    size_t size;
    MUST(endpoint_set_attribute, own, MCAPI_ENDP_ATTR_TIMEOUT, &timeout, sizeof timeout);
    PROVOKE_PLAIN(msg_recv, TIMEOUT, own, &number, sizeof number, &size);
    timeout = FOREVER;
    MUST(endpoint_set_attribute, own, MCAPI_ENDP_ATTR_TIMEOUT, &timeout, sizeof timeout);
}

static void send_packets(mcapi_endpoint_t end)
{
    mcapi_pktchan_send_hndl_t out;
    CARRY_OUT(pktchan_connect_i, end, get(PACKETS));
    CARRY_OUT(pktchan_send_open_i, &out, end);
    for (unsigned number = 0; number < EXCHANGES + WEFT_MCAPI_PACKET_BUFFERS; number++) {
        MUST(pktchan_send, out, &number, sizeof number);
    }
    receive(0);
}

static unsigned *receive_packet(mcapi_pktchan_recv_hndl_t in, unsigned expected)
{
    void *packet;
    size_t size;
    MUST(pktchan_recv, in, &packet, &size);
    if (size != sizeof expected || *(unsigned *)packet != expected) {
        printf("packet %u has come, not %u\n", *(unsigned *)packet, expected);
        exit(1);
    }
    return packet;
}

/* First each is given back, then none until there is no more room. */
static void receive_packets(mcapi_endpoint_t end)
{
    mcapi_pktchan_recv_hndl_t in;
    unsigned *held[WEFT_MCAPI_PACKET_BUFFERS];
    void *packet;
    size_t size;
    CARRY_OUT(pktchan_recv_open_i, &in, end);
    for (unsigned number = 0; number < EXCHANGES; number++) {
        packet = receive_packet(in, number);
        MUST(pktchan_release, packet);
        PROVOKE(pktchan_release, BUF_INVALID, packet);
    }
    for (unsigned i = 0; i < WEFT_MCAPI_PACKET_BUFFERS; i++) {
        held[i] = receive_packet(in, EXCHANGES + i);
    }
    PROVOKE(pktchan_recv, MEM_LIMIT, in, &packet, &size);
    for (unsigned i = 0; i < WEFT_MCAPI_PACKET_BUFFERS; i++) {
        MUST(pktchan_release, held[i]);
    }
    send(0);
}

static void delete_endpoint(void)
{
    unsigned number = 0;
    size_t size;
    MUST(endpoint_delete, own);
    PROVOKE(msg_send, ENDP_INVALID, own, other, &number, sizeof number, 0);
    PROVOKE(msg_recv, ENDP_INVALID, own, &number, sizeof number, &size);
}

int main(void)
{
    mcapi_info_t info;
    node = weft_node();
    MUST(initialize, 0, node, NULL, NULL, &info);
    own = create(MESSAGES);
    const mcapi_endpoint_t end = create(PACKETS);
    other = get(MESSAGES);
    exchange();
    use_up_credit();
    if (node == 0) {
        let_time_pass();
    }
    exchange();
    (node == 0 ? send_packets : receive_packets)(end);
    exchange();
    if (node == 1) {
        delete_endpoint();
    }
    mcapi_status_t status;
    mcapi_finalize(&status);
    return 0;
}
