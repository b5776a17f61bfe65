/* Four nodes and the three kinds of communication of MCAPI, as in figure 2 of L. Matilainen et al., "Multicore
 * Communications API (MCAPI) implementation on an FPGA multiprocessor":
 *
 *     node 0  --- message --->  node 1  --- packet channel --->  node 2  --- scalar channel --->  node 3
 *     lines of text             in capitals                      their checksums                  prints these
 *
 *     weft run -n 4 apps/mcapi/four_nodes.c
 *     weft run --platform host -n 4 apps/mcapi/four_nodes.c
 *
 * With fewer processors (-D NODES=2), nodes 0 and 1 also do the work of nodes 2 and 3. The program does not say where a
 * node runs: the platform's map does.
 */
#include <ctype.h>
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/node.h>

#ifndef NODES
#define NODES 4
#endif
#define LENGTH 40

enum { READS, RAISES, SUMS, PRINTS };
#define NODE_OF(stage) ((stage) % NODES)
enum { MESSAGES_PORT = 10, PACKETS_PORT, SCALARS_PORT, FROM = 10 };

static const char *const lines[] = {
    "the warp is a set of parallel threads;",
    "the weft is what crosses them",
    "and makes a fabric.",
};
#define LINES (sizeof lines / sizeof *lines)

static mcapi_endpoint_t line_out, line_in;
static mcapi_pktchan_send_hndl_t packet_out;
static mcapi_pktchan_recv_hndl_t packet_in;
static mcapi_sclchan_send_hndl_t sum_out;
static mcapi_sclchan_recv_hndl_t sum_in;

static void must(mcapi_status_t status, const char *what)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        printf("node %u: %s: %s\n", (unsigned)weft_node(), what, mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

static int runs(unsigned stage)
{
    return weft_node() == NODE_OF(stage);
}

static mcapi_endpoint_t create(mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_create(port, &status);
    must(status, "mcapi_endpoint_create");
    return endpoint;
}

static mcapi_endpoint_t get(unsigned stage, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, NODE_OF(stage), port, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_endpoint_get");
    return endpoint;
}

static void finish(mcapi_request_t request, const char *what)
{
    mcapi_status_t status;
    size_t size;
    mcapi_wait(&request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, what);
}

/* Opens the channels: each side opens its own end; the sender's side connects. Neither waits for the other before both
 * have begun. */
static void open_channels(void)
{
    mcapi_status_t status;
    mcapi_request_t request[4] = {0};
    if (runs(RAISES)) {
        const mcapi_endpoint_t from = create(FROM + PACKETS_PORT);
        mcapi_pktchan_connect_i(from, get(SUMS, PACKETS_PORT), &request[0], &status);
        finish(request[0], "mcapi_pktchan_connect_i");
        mcapi_pktchan_send_open_i(&packet_out, from, &request[0], &status);
        must(status, "mcapi_pktchan_send_open_i");
    }
    if (runs(SUMS)) {
        const mcapi_endpoint_t from = create(FROM + SCALARS_PORT);
        mcapi_pktchan_recv_open_i(&packet_in, get(SUMS, PACKETS_PORT), &request[1], &status);
        must(status, "mcapi_pktchan_recv_open_i");
        mcapi_sclchan_connect_i(from, get(PRINTS, SCALARS_PORT), &request[2], &status);
        finish(request[2], "mcapi_sclchan_connect_i");
        mcapi_sclchan_send_open_i(&sum_out, from, &request[2], &status);
        must(status, "mcapi_sclchan_send_open_i");
    }
    if (runs(PRINTS)) {
        mcapi_sclchan_recv_open_i(&sum_in, get(PRINTS, SCALARS_PORT), &request[3], &status);
        must(status, "mcapi_sclchan_recv_open_i");
    }
    for (unsigned i = 0; i < 4; i++) {
        if (request[i] != 0) {
            finish(request[i], "opening a channel");
        }
    }
}

static void set_up(void)
{
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_initialize(0, weft_node(), NULL, NULL, &info, &status);
    must(status, "mcapi_initialize");
    if (runs(SUMS)) {
        create(PACKETS_PORT);
    }
    if (runs(PRINTS)) {
        create(SCALARS_PORT);
    }
    if (runs(RAISES)) {
        line_in = create(MESSAGES_PORT);
    }
    if (runs(READS)) {
        line_out = create(FROM + MESSAGES_PORT);
        line_in = get(RAISES, MESSAGES_PORT);
    }
    open_channels();
}

static void read_line(const char *line)
{
    mcapi_status_t status;
    mcapi_msg_send(line_out, line_in, line, strlen(line) + 1, 0, &status);
    must(status, "mcapi_msg_send");
}

static void raise_line(void)
{
    mcapi_status_t status;
    char line[LENGTH];
    size_t length;
    mcapi_msg_recv(line_in, line, sizeof line, &length, &status);
    must(status, "mcapi_msg_recv");
    for (size_t i = 0; i < length; i++) {
        line[i] = (char)toupper((unsigned char)line[i]);
    }
    mcapi_pktchan_send(packet_out, line, length, &status);
    must(status, "mcapi_pktchan_send");
}

static void sum_line(void)
{
    mcapi_status_t status;
    void *packet;
    size_t length;
    uint32_t sum = 0;
    mcapi_pktchan_recv(packet_in, &packet, &length, &status);
    must(status, "mcapi_pktchan_recv");
    for (size_t i = 0; i < length; i++) {
        sum = sum * 31 + ((const unsigned char *)packet)[i];
    }
    mcapi_pktchan_release(packet, &status);
    must(status, "mcapi_pktchan_release");
    mcapi_sclchan_send_uint32(sum_out, sum, &status);
    must(status, "mcapi_sclchan_send_uint32");
}

static void print_sum(unsigned number)
{
    mcapi_status_t status;
    const uint32_t sum = mcapi_sclchan_recv_uint32(sum_in, &status);
    must(status, "mcapi_sclchan_recv_uint32");
    printf("line %u: %08lx\n", number, (unsigned long)sum);
}

int main(void)
{
    mcapi_status_t status;
    set_up();
    for (unsigned i = 0; i < LINES; i++) {
        if (runs(READS)) {
            read_line(lines[i]);
        }
        if (runs(RAISES)) {
            raise_line();
        }
        if (runs(SUMS)) {
            sum_line();
        }
        if (runs(PRINTS)) {
            print_sum(i);
        }
    }
    mcapi_finalize(&status);
    must(status, "mcapi_finalize");
    return 0;
}
