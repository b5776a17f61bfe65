/* Messages by requests between nodes 0 and 1, mixed with calls that wait, again and again, so that what is kept of the
 * last ones is used: requests get their messages in the order in which they began, whichever is waited for first.
 */
#include "codes/provoke.h"

#include <weft/node.h>

enum { PORT = 1, ROUNDS = 12, MOST = 40 };

static mcapi_endpoint_t own, other;
static unsigned node, sent;

static void send(size_t size, mcapi_priority_t priority)
{
    unsigned data[MOST];
    for (unsigned i = 0; i < MOST; i++) {
        data[i] = sent + i;
    }
    sent++;
    MUST(msg_send, own, other, data, size, priority);
}

static void send_i(mcapi_request_t *request, size_t size)
{
    unsigned data[MOST] = {sent++};
    MUST(msg_send_i, own, other, data, size, 0, request);
}

static void must_give(mcapi_status_t wanted, mcapi_request_t *request, int line)
{
    mcapi_status_t status;
    size_t size;
    mcapi_wait(request, &size, FOREVER, &status);
    if (status != wanted) {
        must(status, "wait", line);
        printf("line %d: wait succeeds\n", line);
        exit(1);
    }
}

static void wait_for(mcapi_request_t *request, size_t expected)
{
    size_t size = 0;
    MUST(wait, request, &size, FOREVER);
    if (size != expected) {
        printf("%u bytes, not %u\n", (unsigned)size, (unsigned)expected);
        exit(1);
    }
    must_give(MCAPI_ERR_REQUEST_INVALID, request, __LINE__);
}

static void check(unsigned got, unsigned expected)
{
    if (got != expected) {
        printf("%u has come, not %u\n", got, expected);
        exit(1);
    }
}

static void receive(unsigned expected)
{
    unsigned data[MOST];
    size_t size;
    MUST(msg_recv, own, data, sizeof data, &size);
    check(data[0], expected);
}

/* Node 0 sends, node 1 receives. */
static void several_at_once(unsigned first)
{
    mcapi_request_t request[3];
    unsigned data[3];
    if (node == 0) {
        for (unsigned i = 0; i < 3; i++) {
            send_i(&request[i], sizeof *data);
        }
        for (unsigned i = 3; i-- > 0;) {
            wait_for(&request[i], sizeof *data);
        }
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        MUST(msg_recv_i, own, &data[i], sizeof *data, &request[i]);
    }
    for (unsigned i = 3; i-- > 0;) {
        wait_for(&request[i], sizeof *data);
        check(data[i], first + i);
    }
}

/* The request began before the call. */
static void one_and_a_call(unsigned first)
{
    mcapi_request_t request;
    unsigned data;
    if (node == 0) {
        send(sizeof data, 0);
        send(sizeof data, 0);
        return;
    }
    MUST(msg_recv_i, own, &data, sizeof data, &request);
    receive(first + 1);
    wait_for(&request, sizeof data);
    check(data, first);
}

/* One that was cancelled has left its message to the next. */
static void cancelled(unsigned first)
{
    mcapi_request_t request;
    unsigned data;
    size_t size;
    if (node == 1) {
        MUST(msg_recv_i, own, &data, sizeof data, &request);
        MUST(cancel, &request);
        must_give(MCAPI_ERR_REQUEST_CANCELLED, &request, __LINE__);
    }
    if (node == 0) {
        send(sizeof data, 0);
    } else {
        MUST(msg_recv_i, own, &data, sizeof data, &request);
        while (!mcapi_test(&request, &size, &(mcapi_status_t){0})) {
        }
        check(data, first);
    }
}

/* Neither runs so far ahead that the next of its messages meet the last step's receives. */
static void meet(void)
{
    mcapi_request_t request;
    unsigned data = 0;
    if (node == 1) {
        MUST(msg_send_i, own, other, &data, sizeof data, 0, &request);
        wait_for(&request, sizeof data);
        MUST(msg_recv_i, own, &data, sizeof data, &request);
        wait_for(&request, sizeof data);
    } else {
        MUST(msg_recv_i, own, &data, sizeof data, &request);
        wait_for(&request, sizeof data);
        MUST(msg_send, own, other, &data, sizeof data, 0);
    }
}

/* Longer ones than a word, than the room for them, and of another priority. */
static void of_all_kinds(unsigned first)
{
    static const size_t sizes[] = {7, 64, sizeof(unsigned[MOST])};
    unsigned data[MOST];
    mcapi_request_t request;
    for (unsigned i = 0; i < 3; i++) {
        if (node == 0) {
            send(sizes[i], i % 2);
        } else {
            MUST(msg_recv_i, own, data, sizeof data, &request);
            wait_for(&request, sizes[i]);
            check(data[0], first + i);
        }
        meet();
    }
    if (node == 0) {
        send(64, 0);
    } else {
        MUST(msg_recv_i, own, data, 32, &request);
        must_give(MCAPI_ERR_MSG_TRUNCATED, &request, __LINE__);
        check(data[7], first + 3 + 7);
    }
}

int main(void)
{
    static void (*const steps[])(unsigned first) = {several_at_once, one_and_a_call, cancelled, of_all_kinds};
    static const unsigned messages[] = {3, 2, 1, 4};
    mcapi_info_t info;
    mcapi_status_t status;
    unsigned first = 0;
    node = weft_node();
    MUST(initialize, 0, node, NULL, NULL, &info);
    own = create(PORT);
    other = mcapi_endpoint_get(0, 1 - node, PORT, FOREVER, &status);
    must(status, "endpoint_get", __LINE__);
    for (unsigned i = 0; i < ROUNDS * 4; i++) {
        steps[i % 4](first);
        first += messages[i % 4];
        meet();
        meet();
    }
    mcapi_finalize(&status);
    must(status, "finalize", __LINE__);
    return 0;
}
