/* The streams of MCAPI of apps/mcapi/transfer.c in which the sending core copies each message or packet into the one
 * buffer that it sends from, as in copied.c by the bare driver. Two nodes.
 *
 *     copied-mcapi message BYTES MB/S
 *     copied-mcapi packet BYTES MB/S
 *     copied-mcapi KIND-cycles BYTES CYCLES      for each message or packet
 */
#include "../../apps/stopwatch.h"
#include <mcapi.h>
#include <string.h>
#include <weft/node.h>
#include <weft/report.h>

#define WAIT 1000 /* cycles in which the receiver comes to wait */
#define MOST 256  /* words */
#define ITEMS 100

enum { NEAR, FAR };
/* Ports of the platform's map: of messages at both nodes, of the packet channel to node 1. */
enum { MESSAGES_PORT = 1, PACKETS_PORT = 2 };

static uint32_t words[MOST], copy[MOST], end;
static mcapi_endpoint_t own, other;
static mcapi_pktchan_send_hndl_t packets_out;
static mcapi_pktchan_recv_hndl_t packets_in;

static void must(mcapi_status_t status)
{
    if (status != MCAPI_SUCCESS) {
        exit(1);
    }
}

static mcapi_endpoint_t endpoint(mcapi_node_t node, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t found = mcapi_endpoint_get(0, node, port, MCAPI_TIMEOUT_INFINITE, &status);
    must(status);
    return found;
}

static void open_channel(uint32_t node)
{
    mcapi_status_t status;
    mcapi_request_t request;
    size_t size;
    if (node == NEAR) {
        mcapi_pktchan_send_open_i(&packets_out, endpoint(node, PACKETS_PORT), &request, &status);
    } else {
        mcapi_pktchan_recv_open_i(&packets_in, endpoint(node, PACKETS_PORT), &request, &status);
    }
    mcapi_wait(&request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status);
}

static void send_message(const void *data, size_t bytes)
{
    mcapi_status_t status;
    mcapi_msg_send(own, other, data, bytes, 0, &status);
    must(status);
}

static void receive_message(void *data, size_t bytes)
{
    mcapi_status_t status;
    size_t size;
    mcapi_msg_recv(own, data, bytes, &size, &status);
    must(status);
}

static void send_packet(const void *data, size_t bytes)
{
    mcapi_status_t status;
    mcapi_pktchan_send(packets_out, data, bytes, &status);
    must(status);
}

static void receive_packet(void *data, size_t bytes)
{
    mcapi_status_t status;
    size_t size;
    void *packet;
    (void)data, (void)bytes;
    mcapi_pktchan_recv(packets_in, &packet, &size, &status);
    must(status);
    mcapi_pktchan_release(packet, &status);
}

static void tell(const char *kind, uint32_t bytes, uint32_t cycles)
{
    weft_report_at2("copied-mcapi #-cycles #", kind, bytes, cycles);
    weft_report_at2("copied-mcapi # #", kind, bytes, (double)bytes * (WEFT_CLOCK_HZ / 1000000u) / cycles);
}

/* The receiver answers with the cycle in which it had the last item. The calls are inlined, as in transfer.c. */
#define STREAMS(kind)                                                                                                  \
    SIDE void send_stream_##kind(size_t bytes)                                                                         \
    {                                                                                                                  \
        pass(WAIT);                                                                                                    \
        const uint32_t begun = *COUNTER;                                                                               \
        for (uint32_t item = 0; item < ITEMS; item++) {                                                                \
            memcpy(words, copy, bytes);                                                                                \
            send_##kind(words, bytes);                                                                                 \
        }                                                                                                              \
        receive_message(&end, sizeof end);                                                                             \
        tell(#kind, (uint32_t)bytes, (end - begun) / ITEMS);                                                           \
    }                                                                                                                  \
    SIDE void receive_stream_##kind(size_t bytes)                                                                      \
    {                                                                                                                  \
        for (uint32_t item = 0; item < ITEMS; item++) {                                                                \
            receive_##kind(words, bytes);                                                                              \
        }                                                                                                              \
        end = *COUNTER;                                                                                                \
        send_message(&end, sizeof end);                                                                                \
    }

STREAMS(message)
STREAMS(packet)

int main(void)
{
    static const size_t lengths[] = {16, 4 * MOST};
    const uint32_t node = weft_node();
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status);
    own = endpoint(node, MESSAGES_PORT);
    other = endpoint(1 - node, MESSAGES_PORT);
    open_channel(node);
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        (node == NEAR ? send_stream_message : receive_stream_message)(lengths[i]);
        (node == NEAR ? send_stream_packet : receive_stream_packet)(lengths[i]);
    }
    mcapi_finalize(&status);
    return 0;
}
