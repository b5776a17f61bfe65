/* Random calls at one node, held against a small model of what the standard says: which endpoints there are, which
 * messages wait at each in which order, which receives wait for one. In the end nothing is lost, and everything that
 * was used up is there again.
 *
 *     weft run -n 1 tests/mcapi/random.c -- SEED
 */
#include "codes/provoke.h"

#include <string.h>

#define PORTS 6
#define CALLS 3000
#define WAITING 64 /* messages at an endpoint, at most */
#define RECEIVES 4 /* under way at an endpoint, at most */

struct message {
    unsigned number;
    unsigned priority;
};

/* What the model knows of a port. */
struct port {
    mcapi_endpoint_t endpoint; /* 0: none */
    struct message messages[WAITING];
    unsigned count;
    struct receive {
        mcapi_request_t request;
        const unsigned *into;
    } receiving[RECEIVES]; /* the oldest first */
    unsigned receives;
};

static struct port ports[PORTS];
static unsigned state, sent, used;
static unsigned received[CALLS]; /* each receive has a place of its own */
static unsigned places;

static unsigned random_below(unsigned limit)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % limit;
}

static void check(int right, const char *what)
{
    if (!right) {
        printf("%s: not as the model says, message %u\n", what, sent);
        exit(1);
    }
}

/* The message that the next receive gets: the oldest of the highest priority. */
static unsigned take_best(struct port *port)
{
    unsigned best = 0;
    for (unsigned i = 1; i < port->count; i++) {
        best = port->messages[i].priority < port->messages[best].priority ? i : best;
    }
    const unsigned number = port->messages[best].number;
    port->count--;
    memmove(&port->messages[best], &port->messages[best + 1], (port->count - best) * sizeof *port->messages);
    return number;
}

static void make_or_delete(struct port *port)
{
    const mcapi_port_t number = (mcapi_port_t)(port - ports);
    mcapi_status_t status;
    if (!port->endpoint) {
        port->endpoint = create(number);
        return;
    }
    mcapi_endpoint_create(number, &status);
    check(status == MCAPI_ERR_ENDP_EXISTS, "endpoint_create");
    if (random_below(8) == 0 && port->receives == 0) {
        MUST(endpoint_delete, port->endpoint);
        mcapi_msg_available(port->endpoint, &status);
        check(status == MCAPI_ERR_ENDP_INVALID, "endpoint_delete");
        *port = (struct port){0};
    }
}

/* A node that sends to itself may run out of memory; then nothing has happened. */
static void send(struct port *from, struct port *to)
{
    const struct message message = {sent, random_below(MCAPI_MIN_PRIORITY + 1)};
    mcapi_status_t status;
    mcapi_msg_send(from->endpoint, to->endpoint, &message.number, sizeof message.number, message.priority, &status);
    if (!from->endpoint || !to->endpoint) {
        check(status == MCAPI_ERR_ENDP_INVALID, "msg_send");
        return;
    }
    check(status == MCAPI_SUCCESS || status == MCAPI_ERR_MEM_LIMIT, "msg_send");
    if (status == MCAPI_SUCCESS) {
        sent++;
        to->messages[to->count++] = message;
    }
}

static void receive(struct port *port)
{
    mcapi_status_t status;
    unsigned number;
    size_t size;
    if (port->count > 0 && port->receives == 0) {
        MUST(msg_recv, port->endpoint, &number, sizeof number, &size);
        check(size == sizeof number && number == take_best(port), "msg_recv");
    } else if (port->endpoint && port->receives < RECEIVES) {
        unsigned *const into = &received[places++];
        struct receive *const next = &port->receiving[port->receives];
        next->into = into;
        mcapi_msg_recv_i(port->endpoint, into, sizeof number, &next->request, &status);
        check(status == (used < WEFT_MCAPI_REQUESTS ? MCAPI_SUCCESS : MCAPI_ERR_REQUEST_LIMIT), "msg_recv_i");
        used += status == MCAPI_SUCCESS;
        port->receives += status == MCAPI_SUCCESS;
    }
}

static void forget_oldest(struct port *port)
{
    used--;
    port->receives--;
    memmove(port->receiving, port->receiving + 1, port->receives * sizeof *port->receiving);
}

/* The oldest receive gets the best message that was there when it could be served: with one message, that one. */
static void finish_receive(struct port *port)
{
    mcapi_status_t status;
    size_t size;
    const mcapi_request_t request = port->receiving[0].request;
    if (port->receives == 0) {
        return;
    }
    if (port->count == 0 && random_below(2) == 0) {
        MUST(cancel, &request);
        mcapi_wait(&request, &size, FOREVER, &status);
        check(status == MCAPI_ERR_REQUEST_CANCELLED, "cancel");
    } else {
        mcapi_test(&request, &size, &status);
        check(status == (port->count > 0 ? MCAPI_SUCCESS : MCAPI_PENDING), "test");
        if (status == MCAPI_PENDING) {
            return;
        }
        check(*port->receiving[0].into == take_best(port), "msg_recv_i");
        if (random_below(2) == 0) { /* as good as released: its place is used again when it is needed */
            forget_oldest(port);
            return;
        }
        MUST(wait, &request, &size, FOREVER);
    }
    mcapi_test(&request, &size, &status);
    check(status == MCAPI_ERR_REQUEST_INVALID, "test of what is over");
    forget_oldest(port);
}

static void call(void)
{
    struct port *const port = &ports[random_below(PORTS)];
    switch (random_below(8)) {
    case 0:
        make_or_delete(port);
        break;
    case 1:
    case 2:
    case 3:
        if (port->count + 1 < WAITING && (port->receives == 0 || port->count == 0)) {
            send(&ports[random_below(PORTS)], port);
        }
        break;
    case 4:
    case 5:
        receive(port);
        break;
    default:
        finish_receive(port);
    }
    const unsigned taken = port->receives > 0 && port->count > 0;
    if (port->endpoint) {
        check(mcapi_msg_available(port->endpoint, NULL) + taken == port->count, "msg_available");
    }
}

/* Everything is there again: all endpoints, all requests, and the memory for messages. */
static void empty(void)
{
    for (struct port *port = ports; port < ports + PORTS; port++) {
        while (port->receives > 0) {
            finish_receive(port);
        }
        if (port->endpoint) {
            MUST(endpoint_delete, port->endpoint);
        }
    }
    const mcapi_endpoint_t own = create(50);
    mcapi_request_t requests[WEFT_MCAPI_REQUESTS];
    for (unsigned i = 0; i < WEFT_MCAPI_REQUESTS; i++) {
        MUST(msg_recv_i, own, &state, sizeof state, &requests[i]);
    }
    for (unsigned i = 0; i < WEFT_MCAPI_REQUESTS + WEFT_CREDITS; i++) {
        MUST(msg_send, own, own, &i, sizeof i, 0);
    }
    for (unsigned i = 0; i < WEFT_MCAPI_REQUESTS; i++) {
        size_t size;
        MUST(wait, &requests[i], &size, FOREVER);
    }
    for (unsigned i = 1; i < WEFT_MCAPI_ENDPOINTS; i++) {
        create(50 + i);
    }
}

int main(int argc, char **argv)
{
    mcapi_info_t info;
    state = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    MUST(initialize, 0, 0, NULL, NULL, &info);
    for (unsigned i = 0; i < CALLS; i++) {
        call();
    }
    empty();
    printf("%u messages\n", sent);
    mcapi_status_t status;
    mcapi_finalize(&status);
    return status != MCAPI_SUCCESS;
}
