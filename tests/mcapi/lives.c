/* Two nodes that begin and end several times, with a listed channel of packets from node 0 to node 1 in each life. In
 * every other life node 1 ends with packets that it has not received: they are discarded, and the next life's packets
 * are the first that it gets.
 */
#include "codes/provoke.h"

#include <weft/node.h>

#define LIVES 6
#define CHANNEL 4 /* the port of both ends, as funcapi-listed.toml lists them */
#define PORT 60   /* of node 0 in the first life, for the word that ends a life */
#define PACKETS 20
#define MOST 7 /* words of a packet */

static uint32_t value(unsigned life, unsigned packet)
{
    return 1000 * life + packet;
}

static size_t bytes(unsigned packet)
{
    return 4 * (1 + packet % MOST);
}

static void finish(mcapi_request_t *request)
{
    size_t size;
    MUST(wait, request, &size, FOREVER);
}

static mcapi_endpoint_t get(mcapi_node_t node, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t found = mcapi_endpoint_get(0, node, port, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    return found;
}

static void send_all(unsigned life)
{
    mcapi_pktchan_send_hndl_t channel;
    mcapi_request_t request;
    uint32_t words[MOST], ended;
    size_t size;
    MUST(pktchan_send_open_i, &channel, get(0, CHANNEL), &request);
    finish(&request);
    for (unsigned packet = 0; packet < PACKETS; packet++) {
        words[0] = value(life, packet);
        MUST(pktchan_send, channel, words, bytes(packet));
    }
    MUST(msg_recv, create(PORT + life), &ended, sizeof ended, &size);
}

static void receive(unsigned life, unsigned count)
{
    mcapi_pktchan_recv_hndl_t channel;
    mcapi_request_t request;
    void *packet;
    size_t size;
    MUST(pktchan_recv_open_i, &channel, get(1, CHANNEL), &request);
    finish(&request);
    for (unsigned i = 0; i < count; i++) {
        MUST(pktchan_recv, channel, &packet, &size);
        if (size != bytes(i) || *(uint32_t *)packet != value(life, i)) {
            printf("life %u, packet %u: %u bytes, %u\n", life, i, (unsigned)size, (unsigned)*(uint32_t *)packet);
        }
        MUST(pktchan_release, packet);
    }
    MUST(msg_send, create(PORT), get(0, PORT + life), &life, sizeof life, 0);
}

int main(void)
{
    for (unsigned life = 0; life < LIVES; life++) {
        mcapi_info_t info;
        mcapi_status_t status;
        MUST(initialize, 0, weft_node(), NULL, NULL, &info);
        if (weft_node() == 0) {
            send_all(life);
        } else {
            receive(life, life % 2 ? PACKETS - MOST : PACKETS);
        }
        mcapi_finalize(&status);
        must(status, "finalize", __LINE__);
    }
    printf("ended\n");
    return 0;
}
