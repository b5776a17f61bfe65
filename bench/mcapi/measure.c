/* Measures MCAPI between two nodes: half a round trip of 8 bytes by a message, a packet and a scalar.
 *
 *     measure FILE       node 0 writes lines of "what bytes nanoseconds" into FILE
 *
 * Each figure is the median of short series, most of which no other program disturbs. What a call is given is known
 * only when the program runs: a compiler cannot see through a volatile variable.
 */
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/node.h>
#include <weft/timer.h>

#define SERIES 201
#define ROUNDS 500 /* of a series */

enum { MESSAGES = 1, PACKETS = 2, SCALARS = 4, NODES = 2 };

static mcapi_endpoint_t volatile own, other;
static mcapi_pktchan_send_hndl_t volatile packets_out;
static mcapi_pktchan_recv_hndl_t volatile packets_in;
static mcapi_sclchan_send_hndl_t volatile scalars_out;
static mcapi_sclchan_recv_hndl_t volatile scalars_in;
static mcapi_uint32_t node;

static void must(mcapi_status_t status, const char *what)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        fprintf(stderr, "%s: %s\n", what, mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

static void finish(mcapi_request_t *request, mcapi_status_t status, const char *what)
{
    size_t size;
    must(status, what);
    mcapi_wait(request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, what);
}

static mcapi_endpoint_t get(mcapi_node_t where, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, where, port, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_endpoint_get");
    return endpoint;
}

static mcapi_endpoint_t create(mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_create(port, &status);
    must(status, "mcapi_endpoint_create");
    return endpoint;
}

/* A channel each way: out from the first port to the other node's second one. */
static void open_packets(void)
{
    mcapi_status_t status;
    mcapi_request_t out, in;
    mcapi_pktchan_send_hndl_t sends;
    mcapi_pktchan_recv_hndl_t receives;
    const mcapi_endpoint_t from = create(PACKETS);
    const mcapi_endpoint_t to = create(PACKETS + 1);
    mcapi_pktchan_connect_i(from, get(1 - node, PACKETS + 1), &out, &status);
    finish(&out, status, "mcapi_pktchan_connect_i");
    mcapi_pktchan_send_open_i(&sends, from, &out, &status);
    must(status, "mcapi_pktchan_send_open_i");
    mcapi_pktchan_recv_open_i(&receives, to, &in, &status);
    finish(&in, status, "mcapi_pktchan_recv_open_i");
    finish(&out, MCAPI_SUCCESS, "mcapi_pktchan_send_open_i");
    packets_out = sends;
    packets_in = receives;
}

static void open_scalars(void)
{
    mcapi_status_t status;
    mcapi_request_t out, in;
    mcapi_sclchan_send_hndl_t sends;
    mcapi_sclchan_recv_hndl_t receives;
    const mcapi_endpoint_t from = create(SCALARS);
    const mcapi_endpoint_t to = create(SCALARS + 1);
    mcapi_sclchan_connect_i(from, get(1 - node, SCALARS + 1), &out, &status);
    finish(&out, status, "mcapi_sclchan_connect_i");
    mcapi_sclchan_send_open_i(&sends, from, &out, &status);
    must(status, "mcapi_sclchan_send_open_i");
    mcapi_sclchan_recv_open_i(&receives, to, &in, &status);
    finish(&in, status, "mcapi_sclchan_recv_open_i");
    finish(&out, MCAPI_SUCCESS, "mcapi_sclchan_send_open_i");
    scalars_out = sends;
    scalars_in = receives;
}

static void send_message(uint64_t value)
{
    mcapi_status_t status;
    mcapi_msg_send(own, other, &value, sizeof value, 0, &status);
    must(status, "mcapi_msg_send");
}

static uint64_t receive_message(void)
{
    mcapi_status_t status;
    uint64_t value;
    size_t size;
    mcapi_msg_recv(own, &value, sizeof value, &size, &status);
    must(status, "mcapi_msg_recv");
    return value;
}

static void send_packet(uint64_t value)
{
    mcapi_status_t status;
    mcapi_pktchan_send(packets_out, &value, sizeof value, &status);
    must(status, "mcapi_pktchan_send");
}

static uint64_t receive_packet(void)
{
    mcapi_status_t status;
    void *packet;
    size_t size;
    mcapi_pktchan_recv(packets_in, &packet, &size, &status);
    must(status, "mcapi_pktchan_recv");
    const uint64_t value = *(const uint64_t *)packet;
    mcapi_pktchan_release(packet, &status);
    return value;
}

static void send_scalar(uint64_t value)
{
    mcapi_status_t status;
    mcapi_sclchan_send_uint64(scalars_out, value, &status);
    must(status, "mcapi_sclchan_send_uint64");
}

static uint64_t receive_scalar(void)
{
    mcapi_status_t status;
    const uint64_t value = mcapi_sclchan_recv_uint64(scalars_in, &status);
    must(status, "mcapi_sclchan_recv_uint64");
    return value;
}

struct way {
    const char *name;
    void (*send)(uint64_t value);
    uint64_t (*receive)(void);
};

/* Nanoseconds of a series; every exchange has another value. */
static uint32_t exchange(const struct way *way)
{
    const uint32_t start = weft_timer_cycles();
    for (uint64_t i = 0; i < ROUNDS; i++) {
        if (node == 0) {
            way->send(i);
        }
        const uint64_t value = way->receive();
        if (value != i) {
            fprintf(stderr, "%s: another value has come\n", way->name);
            exit(1);
        }
        if (node == 1) {
            way->send(value);
        }
    }
    return weft_timer_cycles() - start;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Nanoseconds of half an exchange. */
static double measure(const struct way *way)
{
    uint32_t times[SERIES];
    for (size_t i = 0; i < SERIES; i++) {
        times[i] = exchange(way);
    }
    qsort(times, SERIES, sizeof *times, compare);
    return (double)times[SERIES / 2] / ROUNDS / 2;
}

int main(int argc, char **argv)
{
    static const struct way ways[] = {
        {"message", send_message, receive_message},
        {"packet", send_packet, receive_packet},
        {"scalar", send_scalar, receive_scalar},
    };
    mcapi_status_t status;
    mcapi_info_t info;
    node = weft_node();
    FILE *const file = argc == 2 && node == 0 ? fopen(argv[1], "w") : NULL;
    if (argc != 2 || weft_nodes() != NODES || (node == 0 && file == NULL)) {
        fprintf(stderr, "usage: measure FILE, with two nodes\n");
        return 2;
    }
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status, "mcapi_initialize");
    own = create(MESSAGES);
    other = get(1 - node, MESSAGES);
    open_packets();
    open_scalars();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const double time = measure(&ways[i]);
        if (file != NULL) {
            fprintf(file, "%s 8 %.4g\n", ways[i].name, time);
        }
    }
    mcapi_finalize(&status);
    must(status, "mcapi_finalize");
    return file == NULL || fclose(file) == 0 ? 0 : 1;
}
