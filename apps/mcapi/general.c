/* Measures round trips between nodes 0 and 1 by MCAPI's messages: of any size and priority, by blocking calls and by
 * requests, and by calls that the compiler cannot inline; between two pairs of endpoints in turn, and to a receiver
 * that has waited for a long time or is late.
 *
 *     weft run -q -n 2 --platform funcapi apps/mcapi/general.c
 *
 * Prints the mean and the least of many exchanges: in nanoseconds on the host, in cycles on a chip. The time of an
 * exchange is node 0's, from its call of the send until it has the answer. If the receiver is late, the time begins at
 * node 1's call of the receive, which node 1 sends in its answer. It reports
 *
 *     general WAY BYTES MEAN
 */
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/node.h>
#include <weft/report.h>
#include <weft/timer.h>

#define EXCHANGES 32
#define FIRST 8 /* exchanges before the measured ones */
#define PAIRS 2
#define LONG 12000 /* cycles */

/* The endpoints of both nodes, and those of this exchange. */
static const mcapi_port_t ports[PAIRS] = {1, 9};
static mcapi_endpoint_t owns[PAIRS], others[PAIRS], own, other;
static char out[4096], in[4096];

/* In variables, so that no call has constant arguments. */
struct exchange {
    size_t bytes, back;
    mcapi_priority_t priority;
    const char *way;
    unsigned pairs;                                   /* pairs of endpoints used in turn */
    uint32_t wait[2];                                 /* cycles that each node computes before its first call */
    void (*measure)(const struct exchange *exchange); /* node 0's part, and node 1's */
    void (*answer)(const struct exchange *exchange);
};

/* The calls of each method are compiled into the loops that measure it. */
#define WAY static inline __attribute__((always_inline))

static void must(mcapi_status_t status, const char *what)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        printf("%s: %s\n", what, mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

WAY void send_waiting(const struct exchange *exchange, size_t bytes)
{
    mcapi_status_t status;
    mcapi_msg_send(own, other, out, bytes, exchange->priority, &status);
    must(status, "mcapi_msg_send");
}

WAY void receive_waiting(void)
{
    mcapi_status_t status;
    size_t size;
    mcapi_msg_recv(own, in, sizeof in, &size, &status);
    must(status, "mcapi_msg_recv");
}

WAY void send_request(const struct exchange *exchange, size_t bytes)
{
    mcapi_status_t status;
    mcapi_request_t request;
    size_t size;
    mcapi_msg_send_i(own, other, out, bytes, exchange->priority, &request, &status);
    mcapi_wait(&request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_msg_send_i");
}

WAY void receive_request(void)
{
    mcapi_status_t status;
    mcapi_request_t request;
    size_t size;
    mcapi_msg_recv_i(own, in, sizeof in, &request, &status);
    mcapi_wait(&request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_msg_recv_i");
}

static void (*volatile const send_unseen)(mcapi_endpoint_t, mcapi_endpoint_t, const void *, size_t, mcapi_priority_t,
                                          mcapi_status_t *) = mcapi_msg_send;
static void (*volatile const receive_unseen)(mcapi_endpoint_t, void *, size_t, size_t *,
                                             mcapi_status_t *) = mcapi_msg_recv;

WAY void send_called(const struct exchange *exchange, size_t bytes)
{
    mcapi_status_t status;
    send_unseen(own, other, out, bytes, exchange->priority, &status);
    must(status, "mcapi_msg_send");
}

WAY void receive_called(void)
{
    mcapi_status_t status;
    size_t size;
    receive_unseen(own, in, sizeof in, &size, &status);
    must(status, "mcapi_msg_recv");
}

static void compute(uint32_t cycles)
{
    const uint32_t start = weft_timer_cycles();
    while (cycles != 0 && weft_timer_cycles() - start < cycles) {
    }
}

/* Returns node 0's time of one exchange. */
WAY uint32_t ask(const struct exchange *exchange, void (*send)(const struct exchange *, size_t), void (*receive)(void))
{
    compute(exchange->wait[0]);
    const uint32_t start = weft_timer_cycles();
    send(exchange, exchange->bytes);
    receive();
    const uint32_t end = weft_timer_cycles();
    uint32_t called;
    memcpy(&called, in, sizeof called);
    return end - (exchange->wait[1] == 0 ? start : called);
}

WAY void answer(const struct exchange *exchange, void (*send)(const struct exchange *, size_t), void (*receive)(void))
{
    compute(exchange->wait[1]);
    const uint32_t called = weft_timer_cycles();
    receive();
    memcpy(out, &called, sizeof called);
    send(exchange, exchange->back);
}

static void tell(const struct exchange *exchange, uint32_t mean, uint32_t least)
{
    printf("%4u B there, %4u B back, priority %u, %-7s  mean %5lu  least %5lu\n", (unsigned)exchange->bytes,
           (unsigned)exchange->back, (unsigned)exchange->priority, exchange->way, (unsigned long)mean,
           (unsigned long)least);
    weft_report_at2("general # #", exchange->way, (uint32_t)exchange->bytes, mean);
}

WAY void measure(const struct exchange *exchange, void (*send)(const struct exchange *, size_t), void (*receive)(void))
{
    uint32_t least = UINT32_MAX;
    uint32_t sum = 0;
    for (unsigned i = 0; i < FIRST + EXCHANGES; i++) {
        own = owns[i % exchange->pairs];
        other = others[i % exchange->pairs];
        const uint32_t time = ask(exchange, send, receive);
        least = time < least ? time : least;
        sum += i >= FIRST ? time : 0;
    }
    tell(exchange, sum / EXCHANGES, least);
}

WAY void answer_all(const struct exchange *exchange, void (*send)(const struct exchange *, size_t),
                    void (*receive)(void))
{
    for (unsigned i = 0; i < FIRST + EXCHANGES; i++) {
        own = owns[i % exchange->pairs];
        other = others[i % exchange->pairs];
        answer(exchange, send, receive);
    }
}

#define SIDES(way)                                                                                                     \
    static void measure_##way(const struct exchange *exchange)                                                         \
    {                                                                                                                  \
        measure(exchange, send_##way, receive_##way);                                                                  \
    }                                                                                                                  \
    static void answer_##way(const struct exchange *exchange)                                                          \
    {                                                                                                                  \
        answer_all(exchange, send_##way, receive_##way);                                                               \
    }

SIDES(waiting)
SIDES(called)
SIDES(request)

static const struct exchange exchanges[] = {
    {4, 4, 0, "waiting", 1, {0, 0}, measure_waiting, answer_waiting},
    {4, 4, 0, "called", 1, {0, 0}, measure_called, answer_called},
    {4, 4, 0, "request", 1, {0, 0}, measure_request, answer_request},
    {4, 4, 1, "lower", 1, {0, 0}, measure_waiting, answer_waiting},
    {4, 4, 0, "pairs", 2, {0, 0}, measure_waiting, answer_waiting},
    {4, 4, 0, "waited", 1, {LONG, 0}, measure_waiting, answer_waiting},
    {4, 4, 0, "late", 1, {0, LONG}, measure_waiting, answer_waiting},
    {3, 3, 0, "waiting", 1, {0, 0}, measure_waiting, answer_waiting},
    {8, 8, 0, "waiting", 1, {0, 0}, measure_waiting, answer_waiting},
    {64, 64, 0, "waiting", 1, {0, 0}, measure_waiting, answer_waiting},
    {1024, 1024, 0, "waiting", 1, {0, 0}, measure_waiting, answer_waiting},
    {1028, 1028, 0, "waiting", 1, {0, 0}, measure_waiting, answer_waiting},
    {2048, 4, 0, "waiting", 1, {0, 0}, measure_waiting, answer_waiting},
    {2048, 4, 0, "late", 1, {0, LONG}, measure_waiting, answer_waiting},
};

static void set_up(uint32_t node)
{
    mcapi_status_t status;
    mcapi_info_t info;
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status, "mcapi_initialize");
    for (unsigned pair = 0; pair < PAIRS; pair++) {
        owns[pair] = mcapi_endpoint_create(ports[pair], &status);
        must(status, "mcapi_endpoint_create");
        others[pair] = mcapi_endpoint_get(0, 1 - node, ports[pair], MCAPI_TIMEOUT_INFINITE, &status);
        must(status, "mcapi_endpoint_get");
    }
}

int main(void)
{
    mcapi_status_t status;
    const uint32_t node = weft_node();
    set_up(node);
    for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        (node == 0 ? exchanges[i].measure : exchanges[i].answer)(&exchanges[i]);
    }
    mcapi_finalize(&status);
    must(status, "mcapi_finalize");
    return 0;
}
