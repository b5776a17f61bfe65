/* Measures the cost of MCAPI between two cores, with the map of platforms/funcapi.toml.
 *
 * Measures what L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor",
 * section VII, do: setting up what a message, a packet channel and a scalar channel need; N words to the other core,
 * which already waits for them, and a word back, the median of 100, by each; and a stream of messages, and of packets,
 * from the first call of the sender until the receiver has the last. It reports
 *
 *     from-reset NODE CYCLES              until the node can send and receive messages
 *     KIND set-up CYCLES
 *     KIND round-trip WORDS CYCLES
 *     KIND packet BYTES CYCLES            for each message, or packet, of the stream
 *     KIND throughput BYTES MB/S
 *
 * KIND is message, packet or scalar; a stream is of messages or packets.
 */
#include "../stopwatch.h"
#include "../throughput.h"
#include <mcapi.h>
#include <stdio.h>
#include <weft/node.h>
#include <weft/report.h>

#define REPETITIONS 100
#define WAIT 1000 /* cycles after which the other core waits */
#define MOST 256  /* words of a message */
#define MESSAGES 100

enum { NEAR, FAR };
/* Ports of the map: of messages at both nodes, of the channels from each node to the other. */
enum { MESSAGES_PORT = 1, PACKETS_PORT = 2, SCALARS_PORT = 4 };

static uint32_t words[2][MOST];

__attribute__((cold, noinline)) static void fail(mcapi_status_t status, const char *what)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    printf("%s: %s\n", what, mcapi_display_status(status, text, sizeof text));
    exit(1);
}

static inline void must(mcapi_status_t status, const char *what)
{
    if (status != MCAPI_SUCCESS) {
        fail(status, what);
    }
}

/* The handles for each kind, and functions that use them: inlined, as in a program. */
#define CALL static inline __attribute__((always_inline))

static mcapi_endpoint_t own, other;
static mcapi_pktchan_send_hndl_t packets_out;
static mcapi_pktchan_recv_hndl_t packets_in;
static mcapi_sclchan_send_hndl_t scalars_out;
static mcapi_sclchan_recv_hndl_t scalars_in;

CALL void send_message(const uint32_t *data, size_t bytes)
{
    mcapi_status_t status;
    mcapi_msg_send(own, other, data, bytes, 0, &status);
    must(status, "mcapi_msg_send");
}

CALL void receive_message(uint32_t *data, size_t bytes)
{
    mcapi_status_t status;
    size_t size;
    mcapi_msg_recv(own, data, bytes, &size, &status);
    must(status, "mcapi_msg_recv");
}

CALL void send_packet(const uint32_t *data, size_t bytes)
{
    mcapi_status_t status;
    mcapi_pktchan_send(packets_out, data, bytes, &status);
    must(status, "mcapi_pktchan_send");
}

CALL void receive_packet(uint32_t *data, size_t bytes)
{
    mcapi_status_t status;
    size_t size;
    void *packet;
    (void)data, (void)bytes;
    mcapi_pktchan_recv(packets_in, &packet, &size, &status);
    must(status, "mcapi_pktchan_recv");
    mcapi_pktchan_release(packet, &status);
}

CALL void send_scalar(const uint32_t *data, size_t bytes)
{
    mcapi_status_t status;
    (void)bytes;
    mcapi_sclchan_send_uint32(scalars_out, *data, &status);
    must(status, "mcapi_sclchan_send_uint32");
}

CALL void receive_scalar(uint32_t *data, size_t bytes)
{
    mcapi_status_t status;
    (void)bytes;
    *data = mcapi_sclchan_recv_uint32(scalars_in, &status);
    must(status, "mcapi_sclchan_recv_uint32");
}

/* Node 0's side of a round trip, and node 1's side, which repeats as often as node 0 measures. */
#define SIDES(kind)                                                                                                    \
    SIDE int32_t round_trip_##kind(size_t bytes, counter *cycles)                                                      \
    {                                                                                                                  \
        const uint32_t called = before(cycles);                                                                        \
        send_##kind(words[0], bytes);                                                                                  \
        receive_##kind(words[1], 4);                                                                                   \
        return (int32_t)(after(cycles) - called - 1);                                                                  \
    }                                                                                                                  \
    SIDE void answer_##kind(size_t bytes)                                                                              \
    {                                                                                                                  \
        for (uint32_t i = 0; i < REPETITIONS; i++) {                                                                   \
            receive_##kind(words[0], bytes);                                                                           \
            send_##kind(words[1], 4);                                                                                  \
        }                                                                                                              \
    }

SIDES(message)
SIDES(packet)
SIDES(scalar)

struct kind {
    const char *name;
    uint32_t most; /* words */
    int32_t (*round_trip)(size_t bytes, counter *cycles);
    void (*answer)(size_t bytes);
};

static const struct kind kinds[] = {
    {"message", 128, round_trip_message, answer_message},
    {"packet", 128, round_trip_packet, answer_packet},
    {"scalar", 1, round_trip_scalar, answer_scalar},
};
#define KINDS (sizeof kinds / sizeof *kinds)

static void measure(const struct kind *kind, uint32_t count)
{
    int32_t times[REPETITIONS];
    for (uint32_t i = 0; i < REPETITIONS; i++) {
        pass(WAIT);
        times[i] = kind->round_trip(4 * count, COUNTER);
    }
    sort_times(times, REPETITIONS);
    weft_report_at2("# round-trip #", kind->name, count, times[REPETITIONS / 2]);
}

/* Set-up before the first use: the library and the endpoints for all kinds, then the channels. */
CALL void tell_set_up(const char *kind, uint32_t since)
{
    const uint32_t cycles = *COUNTER - since;
    if (weft_node() == NEAR) {
        weft_report_at("# set-up", kind, cycles);
    }
}

CALL void finish(mcapi_request_t *request, const char *what)
{
    mcapi_status_t status;
    size_t size;
    mcapi_wait(request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, what);
}

CALL mcapi_endpoint_t endpoint(mcapi_node_t node, mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t found = mcapi_endpoint_get(0, node, port, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_endpoint_get");
    return found;
}

static void set_up(uint32_t node)
{
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_request_t out, in;
    uint32_t since = *COUNTER;
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    own = endpoint(node, MESSAGES_PORT);
    other = endpoint(1 - node, MESSAGES_PORT);
    must(status, "mcapi_initialize");
    weft_report_at("from-reset #", node, *COUNTER);
    tell_set_up("message", since);
    since = *COUNTER;
    mcapi_pktchan_send_open_i(&packets_out, endpoint(node, PACKETS_PORT + node), &out, &status);
    mcapi_pktchan_recv_open_i(&packets_in, endpoint(node, PACKETS_PORT + 1 - node), &in, &status);
    finish(&out, "mcapi_pktchan_send_open_i");
    finish(&in, "mcapi_pktchan_recv_open_i");
    tell_set_up("packet", since);
    since = *COUNTER;
    mcapi_sclchan_send_open_i(&scalars_out, endpoint(node, SCALARS_PORT + node), &out, &status);
    mcapi_sclchan_recv_open_i(&scalars_in, endpoint(node, SCALARS_PORT + 1 - node), &in, &status);
    finish(&out, "mcapi_sclchan_send_open_i");
    finish(&in, "mcapi_sclchan_recv_open_i");
    tell_set_up("scalar", since);
}

/* The receiver's calls overlap with the sender's: each receives a message whose sending has begun meanwhile. */
#define STREAMS(kind)                                                                                                  \
    SIDE void receive_stream_##kind(uint32_t count)                                                                    \
    {                                                                                                                  \
        for (uint32_t packet = 0; packet < MESSAGES; packet++) {                                                       \
            receive_##kind(words[packet % 2], 4 * count);                                                              \
        }                                                                                                              \
        words[0][0] = *COUNTER;                                                                                        \
        send_message(words[0], 4);                                                                                     \
    }                                                                                                                  \
    SIDE void send_stream_##kind(uint32_t count)                                                                       \
    {                                                                                                                  \
        pass(WAIT);                                                                                                    \
        const uint32_t called = *COUNTER;                                                                              \
        for (uint32_t packet = 0; packet < MESSAGES; packet++) {                                                       \
            send_##kind(words[packet % 2], 4 * count);                                                                 \
        }                                                                                                              \
        receive_message(words[0], 4);                                                                                  \
        tell_packet(#kind, 4 * count, (words[0][0] - called) / MESSAGES);                                              \
    }

STREAMS(message)
STREAMS(packet)

int main(void)
{
    static const uint32_t streams[] = {4, MOST};
    const uint32_t node = weft_node();
    mcapi_status_t status;
    set_up(node);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (uint32_t count = 1; count <= kinds[kind].most; count *= 2) {
            if (node == NEAR) {
                measure(&kinds[kind], count);
            } else {
                kinds[kind].answer(4 * count);
            }
        }
    }
    for (unsigned i = 0; i < sizeof streams / sizeof *streams; i++) {
        (node == NEAR ? send_stream_message : receive_stream_message)(streams[i]);
        (node == NEAR ? send_stream_packet : receive_stream_packet)(streams[i]);
    }
    mcapi_finalize(&status);
    return 0;
}
