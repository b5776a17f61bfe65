/* Measures half a round trip between nodes 0 and 1 by MCAPI: messages of 8 bytes, and scalars of 64 bits.
 *
 *     weft run --platform host -n 2 apps/mcapi/latency.c
 *
 * Prints the best of several runs of many exchanges, in nanoseconds on the host, in cycles on a chip.
 */
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/node.h>
#include <weft/timer.h>

#ifndef EXCHANGES
#define EXCHANGES 20000
#endif
#define RUNS 5

static mcapi_endpoint_t own, other;
static mcapi_sclchan_send_hndl_t out;
static mcapi_sclchan_recv_hndl_t in;

static void must(mcapi_status_t status, const char *what)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        printf("%s: %s\n", what, mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

static mcapi_endpoint_t get(mcapi_node_t node, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, node, port, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_endpoint_get");
    return endpoint;
}

static void set_up(uint32_t node)
{
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_request_t request[2];
    size_t size;
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status, "mcapi_initialize");
    own = mcapi_endpoint_create(11, &status);
    const mcapi_endpoint_t from = mcapi_endpoint_create(12, &status);
    const mcapi_endpoint_t to = mcapi_endpoint_create(13, &status);
    other = get(1 - node, 11);
    mcapi_sclchan_connect_i(from, get(1 - node, 13), &request[0], &status);
    mcapi_wait(&request[0], &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_sclchan_connect_i");
    mcapi_sclchan_send_open_i(&out, from, &request[0], &status);
    mcapi_sclchan_recv_open_i(&in, to, &request[1], &status);
    mcapi_wait(&request[0], &size, MCAPI_TIMEOUT_INFINITE, &status);
    mcapi_wait(&request[1], &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_sclchan_recv_open_i");
}

static void exchange_message(uint32_t node)
{
    mcapi_status_t status;
    uint64_t data = 1;
    size_t size;
    if (node == 0) {
        mcapi_msg_send(own, other, &data, sizeof data, 0, &status);
    }
    mcapi_msg_recv(own, &data, sizeof data, &size, &status);
    must(status, "mcapi_msg_recv");
    if (node == 1) {
        mcapi_msg_send(own, other, &data, sizeof data, 0, &status);
    }
}

static void exchange_scalar(uint32_t node)
{
    mcapi_status_t status;
    if (node == 0) {
        mcapi_sclchan_send_uint64(out, 1, &status);
    }
    const uint64_t data = mcapi_sclchan_recv_uint64(in, &status);
    must(status, "mcapi_sclchan_recv_uint64");
    if (node == 1) {
        mcapi_sclchan_send_uint64(out, data, &status);
    }
}

static void measure(const char *what, void (*exchange)(uint32_t node), uint32_t node)
{
    uint32_t best = UINT32_MAX;
    for (unsigned run = 0; run < RUNS; run++) {
        const uint32_t start = weft_timer_cycles();
        for (unsigned i = 0; i < EXCHANGES; i++) {
            exchange(node);
        }
        const uint32_t time = weft_timer_cycles() - start;
        best = time < best ? time : best;
    }
    if (node == 0) {
        printf("%s: half a round trip %lu\n", what, (unsigned long)(best / (2 * EXCHANGES)));
    }
}

int main(void)
{
    mcapi_status_t status;
    const uint32_t node = weft_node();
    set_up(node);
    measure("message of 8 bytes", exchange_message, node);
    measure("scalar of 64 bits", exchange_scalar, node);
    mcapi_finalize(&status);
    must(status, "mcapi_finalize");
    return 0;
}
