/* Measures transfers from the PC to a core: a stream of messages from the last node of the map to node 0, and a packet
 * and a scalar channel between the same two. L. Matilainen et al., "Multicore Communications API (MCAPI) implementation
 * on an FPGA multiprocessor", section VII, measure 15 MB/s there, with a driver that moves single words of 32 or 64
 * bits.
 *
 *     weft run --platform funcapi apps/mcapi/from_pc.c
 *
 * Node 0 prints lines "from-pc KIND BYTES MB/S", from the request for the first item to the receipt of the last, and
 * "from-pc-cycles KIND BYTES CYCLES" for each item.
 */
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/node.h>
#include <weft/report.h>
#include <weft/timer.h>

#define ITEMS 64
#define MOST 16384
#define CORE 0
#define PC (weft_nodes() - 1)
enum { MESSAGES_PORT = 20, PACKETS_PORT, SCALARS_PORT };

static const size_t lengths[] = {16, 1024, MOST};
#define LENGTHS (sizeof lengths / sizeof *lengths)
static uint64_t data[MOST / sizeof(uint64_t)];
static int sends;

static void must(mcapi_status_t status)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        printf("%s\n", mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

/* Send or receive one item of each kind. */

static mcapi_endpoint_t messages, messages_there;

static void message(size_t length)
{
    mcapi_status_t status;
    size_t got;
    if (sends) {
        mcapi_msg_send(messages, messages_there, data, length, 0, &status);
    } else {
        mcapi_msg_recv(messages, data, length, &got, &status);
    }
    must(status);
}

static mcapi_pktchan_send_hndl_t packets_out;
static mcapi_pktchan_recv_hndl_t packets_in;

static void packet(size_t length)
{
    mcapi_status_t status;
    void *buffer;
    if (sends) {
        mcapi_pktchan_send(packets_out, data, length, &status);
    } else {
        mcapi_pktchan_recv(packets_in, &buffer, &length, &status);
        must(status);
        mcapi_pktchan_release(buffer, &status);
    }
    must(status);
}

static mcapi_sclchan_send_hndl_t scalars_out;
static mcapi_sclchan_recv_hndl_t scalars_in;

static void scalar(size_t length)
{
    mcapi_status_t status;
    (void)length;
    if (sends) {
        mcapi_sclchan_send_uint64(scalars_out, data[0], &status);
    } else {
        data[0] = mcapi_sclchan_recv_uint64(scalars_in, &status);
    }
    must(status);
}

static void measure(const char *kind, void (*item)(size_t), size_t length)
{
    const uint64_t start = weft_timer_now();
    for (int count = 0; count < ITEMS; count++) {
        item(length);
    }
    const uint64_t cycles = (weft_timer_now() - start) / ITEMS;
    if (!sends) {
        const unsigned kilobytes = (unsigned)(length * (WEFT_CLOCK_HZ / 1000) / cycles);
        weft_report_at2("from-pc # #", kind, (unsigned)length, kilobytes / 1000.0);
        weft_report_at2("from-pc-cycles # #", kind, (unsigned)length, (unsigned)cycles);
    }
}

/* Open both ends of a channel, from the PC to the core. */

static mcapi_endpoint_t port(mcapi_port_t number, mcapi_endpoint_t *there)
{
    mcapi_status_t status;
    const mcapi_endpoint_t here = mcapi_endpoint_create(number, &status);
    must(status);
    *there = mcapi_endpoint_get(0, sends ? CORE : PC, number, MCA_INFINITE, &status);
    must(status);
    return here;
}

static void finish(mcapi_request_t *request, mcapi_status_t status)
{
    size_t size;
    must(status);
    mcapi_wait(request, &size, MCA_INFINITE, &status);
    must(status);
}

static void open_packets(void)
{
    mcapi_status_t status;
    mcapi_request_t request;
    mcapi_endpoint_t there;
    const mcapi_endpoint_t here = port(PACKETS_PORT, &there);
    if (sends) {
        mcapi_pktchan_connect_i(here, there, &request, &status);
        finish(&request, status);
        mcapi_pktchan_send_open_i(&packets_out, here, &request, &status);
    } else {
        mcapi_pktchan_recv_open_i(&packets_in, here, &request, &status);
    }
    finish(&request, status);
}

static void open_scalars(void)
{
    mcapi_status_t status;
    mcapi_request_t request;
    mcapi_endpoint_t there;
    const mcapi_endpoint_t here = port(SCALARS_PORT, &there);
    if (sends) {
        mcapi_sclchan_connect_i(here, there, &request, &status);
        finish(&request, status);
        mcapi_sclchan_send_open_i(&scalars_out, here, &request, &status);
    } else {
        mcapi_sclchan_recv_open_i(&scalars_in, here, &request, &status);
    }
    finish(&request, status);
}

int main(void)
{
    const mcapi_node_t node = weft_node();
    mcapi_status_t status;
    mcapi_info_t info;
    sends = node == PC;
    if (node != CORE && !sends) {
        return 0;
    }
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status);
    messages = port(MESSAGES_PORT, &messages_there);
    open_packets();
    open_scalars();
    for (size_t i = 0; i < LENGTHS; i++) {
        measure("message", message, lengths[i]);
    }
    measure("packet", packet, 16);
    measure("packet", packet, 1024);
    measure("scalar", scalar, sizeof data[0]);
    mcapi_finalize(&status);
    must(status);
    return 0;
}
