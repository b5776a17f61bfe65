/* There and back between nodes 0 and 1 by MCAPI's messages: of any size and priority, by calls that wait and by
 * requests, and by calls that the compiler cannot see through.
 *
 *     weft run -q -n 2 --platform funcapi apps/mcapi/general.c
 *
 * Prints the mean and the least of many exchanges: nanoseconds on this machine, cycles on a chip.
 */
#include <mcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/node.h>
#include <weft/timer.h>

#define EXCHANGES 32
#define FIRST 8 /* of which nothing is counted */
#define PORT 1

static mcapi_endpoint_t own, other;
static char out[4096], in[4096];

/* In variables: no call has constants. */
struct exchange {
    size_t bytes, back;
    mcapi_priority_t priority;
    const char *way;
    void (*send)(const struct exchange *exchange, size_t bytes);
    void (*receive)(void);
};

static void must(mcapi_status_t status, const char *what)
{
    char text[MCAPI_MAX_STATUS_SIZE];
    if (status != MCAPI_SUCCESS) {
        printf("%s: %s\n", what, mcapi_display_status(status, text, sizeof text));
        exit(1);
    }
}

static void send_waiting(const struct exchange *exchange, size_t bytes)
{
    mcapi_status_t status;
    mcapi_msg_send(own, other, out, bytes, exchange->priority, &status);
    must(status, "mcapi_msg_send");
}

static void receive_waiting(void)
{
    mcapi_status_t status;
    size_t size;
    mcapi_msg_recv(own, in, sizeof in, &size, &status);
    must(status, "mcapi_msg_recv");
}

static void send_by_request(const struct exchange *exchange, size_t bytes)
{
    mcapi_status_t status;
    mcapi_request_t request;
    size_t size;
    mcapi_msg_send_i(own, other, out, bytes, exchange->priority, &request, &status);
    mcapi_wait(&request, &size, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_msg_send_i");
}

static void receive_by_request(void)
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

static void send_called(const struct exchange *exchange, size_t bytes)
{
    mcapi_status_t status;
    send_unseen(own, other, out, bytes, exchange->priority, &status);
    must(status, "mcapi_msg_send");
}

static void receive_called(void)
{
    mcapi_status_t status;
    size_t size;
    receive_unseen(own, in, sizeof in, &size, &status);
    must(status, "mcapi_msg_recv");
}

static uint32_t time_of(const struct exchange *exchange, uint32_t node)
{
    const uint32_t start = weft_timer_cycles();
    if (node == 0) {
        exchange->send(exchange, exchange->bytes);
        exchange->receive();
    } else {
        exchange->receive();
        exchange->send(exchange, exchange->back);
    }
    return weft_timer_cycles() - start;
}

static void measure(const struct exchange *exchange, uint32_t node)
{
    uint32_t least = UINT32_MAX;
    uint32_t sum = 0;
    for (unsigned i = 0; i < FIRST + EXCHANGES; i++) {
        const uint32_t time = time_of(exchange, node);
        least = time < least ? time : least;
        sum += i >= FIRST ? time : 0;
    }
    if (node == 0) {
        printf("%4u B there, %4u B back, priority %u, %-7s  mean %5lu  least %5lu\n", (unsigned)exchange->bytes,
               (unsigned)exchange->back, (unsigned)exchange->priority, exchange->way, (unsigned long)(sum / EXCHANGES),
               (unsigned long)least);
    }
}

static const struct exchange exchanges[] = {
    {4, 4, 0, "waiting", send_waiting, receive_waiting},
    {4, 4, 0, "called", send_called, receive_called},
    {4, 4, 0, "request", send_by_request, receive_by_request},
    {4, 4, 1, "waiting", send_waiting, receive_waiting},
    {3, 3, 0, "waiting", send_waiting, receive_waiting},
    {8, 8, 0, "waiting", send_waiting, receive_waiting},
    {64, 64, 0, "waiting", send_waiting, receive_waiting},
    {1024, 1024, 0, "waiting", send_waiting, receive_waiting},
    {1028, 1028, 0, "waiting", send_waiting, receive_waiting},
    {2048, 4, 0, "waiting", send_waiting, receive_waiting},
};

int main(void)
{
    mcapi_status_t status;
    mcapi_info_t info;
    const uint32_t node = weft_node();
    mcapi_initialize(0, node, NULL, NULL, &info, &status);
    must(status, "mcapi_initialize");
    own = mcapi_endpoint_create(PORT, &status);
    must(status, "mcapi_endpoint_create");
    other = mcapi_endpoint_get(0, 1 - node, PORT, MCAPI_TIMEOUT_INFINITE, &status);
    must(status, "mcapi_endpoint_get");
    for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        measure(&exchanges[i], node);
    }
    mcapi_finalize(&status);
    must(status, "mcapi_finalize");
    return 0;
}
