/* Every call that takes a timeout, or waits at an endpoint that has one, ends with MCAPI_TIMEOUT and has done nothing:
 * what node 0 gives up never arrives, and what it sends once node 1 receives again comes first. Node 1 meanwhile
 * makes no call.
 */
#include "codes/provoke.h"

#include <string.h>
#include <weft/node.h>
#include <weft/timer.h>

enum { MESSAGES = 1, PACKETS_OUT, PACKETS_IN, SCALARS_OUT, SCALARS_IN, NONE = 77 };
enum { MICROSECONDS = 50, MANY = 300, LAST = 1 };

/* More than any link takes before it is wanted. */
#ifdef __riscv
enum { LONG = 5000 };
#define BUSY_SECONDS 20e-3
#else
enum { LONG = MCAPI_MAX_MESSAGE_SIZE };
#define BUSY_SECONDS 0.5
#endif

static unsigned node;
static mcapi_endpoint_t own, other;
static unsigned words[LONG / 4];
static const mcapi_timeout_t soon = MICROSECONDS;

static mcapi_endpoint_t get(mcapi_port_t port)
{
    mcapi_status_t status;
    const mcapi_endpoint_t endpoint = mcapi_endpoint_get(0, 1 - node, port, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    return endpoint;
}

static mcapi_endpoint_t create_impatient(mcapi_port_t port)
{
    const mcapi_endpoint_t endpoint = create(port);
    MUST(endpoint_set_attribute, endpoint, MCAPI_ENDP_ATTR_TIMEOUT, &soon, sizeof soon);
    return endpoint;
}

static mcapi_pktchan_send_hndl_t packets_out;
static mcapi_pktchan_recv_hndl_t packets_in;
static mcapi_sclchan_send_hndl_t scalars_out;
static mcapi_sclchan_recv_hndl_t scalars_in;

static void open_channels(void)
{
    const mcapi_endpoint_t packets = create_impatient(PACKETS_OUT);
    const mcapi_endpoint_t scalars = create_impatient(SCALARS_OUT);
    const mcapi_endpoint_t to_packets = create_impatient(PACKETS_IN);
    const mcapi_endpoint_t to_scalars = create_impatient(SCALARS_IN);
    mcapi_request_t opens[4];
    size_t size;
    if (node == 0) {
        CARRY_OUT(pktchan_connect_i, packets, get(PACKETS_IN));
        CARRY_OUT(sclchan_connect_i, scalars, get(SCALARS_IN));
        CARRY_OUT(pktchan_connect_i, get(PACKETS_OUT), to_packets);
        CARRY_OUT(sclchan_connect_i, get(SCALARS_OUT), to_scalars);
    }
    MUST(pktchan_send_open_i, &packets_out, packets, &opens[0]);
    MUST(sclchan_send_open_i, &scalars_out, scalars, &opens[1]);
    MUST(pktchan_recv_open_i, &packets_in, to_packets, &opens[2]);
    MUST(sclchan_recv_open_i, &scalars_in, to_scalars, &opens[3]);
    for (int i = 0; i < 4; i++) {
        MUST(wait, &opens[i], &size, FOREVER);
    }
}

/* Sends until nothing more is taken. On a machine where small messages are always taken that never happens. */
#define SEND_UNTIL_TIMEOUT(function, ...)                                                                              \
    do {                                                                                                               \
        mcapi_status_t status = MCAPI_SUCCESS;                                                                         \
        for (int i = 0; i < MANY && status == MCAPI_SUCCESS; i++) {                                                    \
            mcapi_##function(__VA_ARGS__, &status);                                                                    \
        }                                                                                                              \
        if (status != MCAPI_SUCCESS) {                                                                                 \
            expect(status, MCAPI_TIMEOUT, #function, "TIMEOUT", __LINE__);                                             \
        }                                                                                                              \
    } while (0)

static void send_in_vain(void)
{
    words[0] = !LAST;
    PROVOKE_PLAIN(msg_send, TIMEOUT, own, other, words, LONG, 0);
    PROVOKE_PLAIN(msg_send, TIMEOUT, own, other, words, LONG, 1);
    memset(words, 0xff, sizeof words); /* they are not read any more */
    SEND_UNTIL_TIMEOUT(pktchan_send, packets_out, words, 64);
    SEND_UNTIL_TIMEOUT(sclchan_send_uint8, scalars_out, 1);
    SEND_UNTIL_TIMEOUT(sclchan_send_uint16, scalars_out, 1);
    SEND_UNTIL_TIMEOUT(sclchan_send_uint32, scalars_out, 1);
    SEND_UNTIL_TIMEOUT(sclchan_send_uint64, scalars_out, 1);
}

static void receive_in_vain(void)
{
    void *packet;
    size_t size;
    mcapi_request_t request;
    mcapi_request_t *const any[] = {&request};
    mcapi_request_t **const requests = (mcapi_request_t **)any;
    PROVOKE_PLAIN(msg_recv, TIMEOUT, own, words, LONG, &size);
    PROVOKE_PLAIN(pktchan_recv, TIMEOUT, packets_in, &packet, &size);
    PROVOKE_PLAIN(sclchan_recv_uint8, TIMEOUT, scalars_in);
    PROVOKE_PLAIN(sclchan_recv_uint16, TIMEOUT, scalars_in);
    PROVOKE_PLAIN(sclchan_recv_uint32, TIMEOUT, scalars_in);
    PROVOKE_PLAIN(sclchan_recv_uint64, TIMEOUT, scalars_in);
    MUST(msg_recv_i, own, words, LONG, &request);
    PROVOKE_PLAIN(wait, TIMEOUT, &request, &size, MICROSECONDS);
    PROVOKE_PLAIN(wait_any, TIMEOUT, 1, requests, &size, MICROSECONDS);
    PROVOKE_PLAIN(wait, TIMEOUT, &request, &size, MCAPI_TIMEOUT_IMMEDIATE);
    MUST(cancel, &request);
}

/* Whether or not the owner has read the question. */
static void ask_in_vain(void)
{
    for (int i = 0; i < 2 * WEFT_MCAPI_REQUESTS; i++) {
        mcapi_status_t status;
        mcapi_endpoint_get(0, 1, NONE, MICROSECONDS, &status);
        if (i == 0 || status != MCAPI_TIMEOUT) {
            expect(status, MCAPI_TIMEOUT, "endpoint_get", "TIMEOUT", __LINE__);
        }
    }
}

/* Node 1 receives again, and only what node 0 has then sent. */
static void go_on(void)
{
    size_t size;
    mcapi_status_t status;
    for (unsigned first = !LAST; node == 1 && first != LAST; first = words[0]) {
        mcapi_msg_recv(own, words, LONG, &size, &status);
        if (status == MCAPI_SUCCESS && words[0] != LAST) {
            puts("what was given up has arrived");
        } else if (status != MCAPI_SUCCESS) {
            words[0] = !LAST;
        }
    }
    if (node == 0) {
        const mcapi_timeout_t forever = FOREVER;
        MUST(endpoint_set_attribute, own, MCAPI_ENDP_ATTR_TIMEOUT, &forever, sizeof forever);
        words[0] = LAST;
        MUST(msg_send, own, other, words, LONG, 0);
    }
}

int main(void)
{
    mcapi_info_t info;
    mcapi_status_t status;
    node = weft_node();
    MUST(initialize, 0, node, NULL, NULL, &info);
    own = create_impatient(MESSAGES);
    other = get(MESSAGES);
    open_channels();
    if (node == 0) {
        receive_in_vain();
        send_in_vain();
        ask_in_vain();
    } else {
        const double end = (double)weft_timer_now() + BUSY_SECONDS * WEFT_CLOCK_HZ;
        while ((double)weft_timer_now() < end) {
        }
    }
    go_on();
    mcapi_finalize(&status);
    return 0;
}
