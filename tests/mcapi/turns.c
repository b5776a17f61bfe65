/* Two nodes use pairs of endpoints in turn, alone and by requests, while endpoints are deleted and made anew, channels
 * open on them, and nodes begin again: no call may use what the library has kept of ends that are no more.
 *
 *     weft run -n 2 tests/mcapi/turns.c -- SEED STEPS
 *
 * Both nodes draw the same steps from the seed.
 */
#include "codes/provoke.h"

#include <stdbool.h>
#include <string.h>
#include <weft/node.h>

enum { PAIRS = 3, FIRST_PORT = 10, PORTS = 100, LONGEST = 300 };
static struct pair {
    mcapi_endpoint_t own, other;
} pairs[PAIRS];
static unsigned node, state, number, ports;

static unsigned below(unsigned limit)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % limit;
}

static void check(bool right, const char *what)
{
    if (!right) {
        printf("node %u, message %u: %s\n", node, number, what);
        exit(1);
    }
}

/* Ports are used again after so long that no note of the last ones is left. */
static void make(struct pair *pair)
{
    mcapi_status_t status;
    const mcapi_port_t port = FIRST_PORT + ports++ % PORTS;
    pair->own = create(port);
    pair->other = mcapi_endpoint_get(0, 1 - node, port, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
}

static void begin(void)
{
    mcapi_info_t info;
    MUST(initialize, 0, node, NULL, NULL, &info);
    for (unsigned i = 0; i < PAIRS; i++) {
        make(&pairs[i]);
    }
}

struct message {
    unsigned number;
    unsigned char data[LONGEST];
};

/* Of a message with that number. */
static size_t size_of(unsigned of)
{
    static const size_t sizes[] = {4, 4, 4, 8, 21, 64, 130, LONGEST};
    return sizes[of / 3 % (sizeof sizes / sizeof *sizes)];
}

static void send(const struct pair *pair, mcapi_priority_t priority, bool by_request)
{
    static struct message message;
    message.number = ++number;
    memset(message.data, (int)number, sizeof message.data);
    if (by_request) {
        CARRY_OUT(msg_send_i, pair->own, pair->other, &message, size_of(number), priority);
    } else {
        MUST(msg_send, pair->own, pair->other, &message, size_of(number), priority);
    }
}

static void check_message(const struct message *message, size_t size, unsigned wanted)
{
    check(message->number == wanted && size == size_of(wanted), "another message");
    for (size_t i = 0; i < size - sizeof wanted; i++) {
        check(message->data[i] == (unsigned char)wanted, "other contents");
    }
}

static void receive(const struct pair *pair, bool by_request)
{
    struct message message;
    mcapi_request_t request;
    size_t size;
    number++;
    if (by_request) {
        MUST(msg_recv_i, pair->own, &message, sizeof message, &request);
        MUST(wait, &request, &size, FOREVER);
    } else {
        MUST(msg_recv, pair->own, &message, sizeof message, &size);
    }
    check_message(&message, size, number);
}

static void exchange(const struct pair *pair, bool by_request)
{
    for (unsigned sender = 0; sender < 2; sender++) {
        if (node == sender) {
            send(pair, number % 7 == 0, by_request);
        } else {
            receive(pair, by_request);
        }
    }
}

static void take_turns(void)
{
    const unsigned first = below(PAIRS), second = below(PAIRS);
    const unsigned requests = below(4);
    for (unsigned i = 2 + below(16); i > 0; i--) {
        exchange(&pairs[i % 2 == 0 ? first : second], requests == 0 || (requests == 1 && i % 3 == 0));
    }
}

static void use_one(void)
{
    const unsigned pair = below(PAIRS);
    for (unsigned i = 1 + below(6); i > 0; i--) {
        exchange(&pairs[pair], false);
    }
}

static void finish(mcapi_request_t *request, const struct message *message, unsigned wanted)
{
    size_t size;
    MUST(wait, request, &size, FOREVER);
    check_message(message, size, wanted);
}

/* Two messages: one for a request that waits, and then one for a call at the same end, or before one for another. */
static void receive_two(const struct pair *awaited, const struct pair *other, mcapi_request_t *request,
                        const struct message *message)
{
    const unsigned first = number + 1;
    if (other == awaited) {
        number++;
        receive(awaited, false);
        finish(request, message, first);
    } else {
        finish(request, message, first + 1);
        receive(other, false);
        number++;
    }
}

static void receive_while_one_waits(void)
{
    const struct pair *const awaited = &pairs[below(PAIRS)], *const other = &pairs[below(PAIRS)];
    const struct pair *const next = below(2) == 0 ? awaited : other;
    const bool receives = node == below(2);
    struct message message;
    mcapi_request_t request;
    if (receives) {
        MUST(msg_recv_i, awaited->own, &message, sizeof message, &request);
    }
    for (unsigned i = below(6); i > 0 && other != awaited; i--) {
        exchange(other, false);
    }
    number += 24 - number % 24; /* the next ones are short: no send waits for its receive */
    if (receives) {
        receive_two(awaited, next, &request, &message);
    } else {
        send(next, 0, false);
        send(awaited, 0, false);
    }
}

static void check_refused(const struct pair *pair, mcapi_status_t code, const char *what)
{
    mcapi_status_t status;
    uint32_t word = 0;
    size_t size;
    mcapi_msg_send(pair->own, pair->other, &word, sizeof word, 0, &status);
    check(status == code, what);
    mcapi_msg_recv(pair->own, &word, sizeof word, &size, &status);
    check(status == code, what);
}

static void make_anew(struct pair *pair)
{
    const struct pair last = *pair;
    MUST(endpoint_delete, last.own);
    check_refused(&last, MCAPI_ERR_ENDP_INVALID, "of an endpoint that is deleted");
    make(pair);
    check_refused(&last, MCAPI_ERR_ENDP_INVALID, "of an endpoint in whose place another is");
}

static void open_channel(struct pair *pair)
{
    mcapi_endpoint_t handle;
    if (node == 0) {
        CARRY_OUT(pktchan_connect_i, pair->own, pair->other);
        CARRY_OUT(pktchan_send_open_i, &handle, pair->own);
    } else {
        CARRY_OUT(pktchan_recv_open_i, &handle, pair->own);
    }
    check_refused(pair, MCAPI_ERR_CHAN_CONNECTED, "of an end of a channel");
    if (node == 0) {
        CARRY_OUT(pktchan_send_close_i, handle);
    } else {
        CARRY_OUT(pktchan_recv_close_i, handle);
    }
    make_anew(pair);
}

static void live_again(void)
{
    struct pair last[PAIRS];
    memcpy(last, pairs, sizeof last);
    mcapi_status_t status;
    mcapi_finalize(&status);
    must(status, "finalize", __LINE__);
    check_refused(&last[0], MCAPI_ERR_NODE_NOTINIT, "of a node that has ended");
    begin();
    for (unsigned i = 0; i < PAIRS; i++) {
        check_refused(&last[i], MCAPI_ERR_ENDP_INVALID, "of an earlier life");
    }
}

static void step(void)
{
    switch (below(10)) {
    case 0:
        make_anew(&pairs[below(PAIRS)]);
        break;
    case 1:
        open_channel(&pairs[below(PAIRS)]);
        break;
    case 2:
        live_again();
        break;
    case 3:
    case 4:
        receive_while_one_waits();
        break;
    case 5:
        use_one();
        break;
    default:
        take_turns();
    }
}

int main(int argc, char **argv)
{
    state = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    node = weft_node();
    begin();
    for (unsigned steps = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 60; steps > 0; steps--) {
        step();
    }
    exchange(&pairs[0], false);
    mcapi_status_t status;
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
