/* Of messages. */
#include "provoke.h"

/* More than any link takes before it is wanted. */
static char buffer[9000];

static void fill_own_memory(mcapi_endpoint_t from, mcapi_endpoint_t to)
{
    mcapi_status_t status = MCAPI_SUCCESS;
    while (status == MCAPI_SUCCESS) {
        mcapi_msg_send(from, to, buffer, 4, 0, &status);
    }
    expect(status, MCAPI_ERR_MEM_LIMIT, "msg_send", "MEM_LIMIT", __LINE__);
}

static void empty_own_memory(mcapi_endpoint_t to)
{
    size_t size;
    mcapi_status_t status;
    while (mcapi_msg_available(to, &status) > 0) {
        MUST(msg_recv, to, buffer, sizeof buffer, &size);
    }
}

static void wants_of_memory(mcapi_endpoint_t from, mcapi_endpoint_t to)
{
    const mcapi_uint_t fails = MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT;
    const mcapi_uint_t blocks = MCAPI_ENDP_ATTR_BLOCK_ON_MEM_LIMIT;
    mcapi_request_t request;
    fill_own_memory(from, to);
    MUST(endpoint_set_attribute, from, MCAPI_ENDP_ATTR_MEMORY_TYPE, &fails, sizeof fails);
    PROVOKE(msg_send_i, MEM_LIMIT, from, to, buffer, 4, 0, &request);
    MUST(endpoint_set_attribute, from, MCAPI_ENDP_ATTR_MEMORY_TYPE, &blocks, sizeof blocks);
    empty_own_memory(to);
}

static void of_sending(mcapi_endpoint_t own, mcapi_endpoint_t channel)
{
    mcapi_request_t request;
    const size_t much = MCAPI_MAX_MESSAGE_SIZE + 1;
    PROVOKE(msg_send, ENDP_INVALID, 0, own, buffer, 4, 0);
    PROVOKE(msg_send, ENDP_INVALID, own, 0, buffer, 4, 0);
    PROVOKE(msg_send, ENDP_NOTOWNER, remote, own, buffer, 4, 0);
    PROVOKE(msg_send, CHAN_CONNECTED, channel, own, buffer, 4, 0);
    PROVOKE(msg_send, CHAN_CONNECTED, own, channel, buffer, 4, 0);
    PROVOKE(msg_send, PARAMETER, own, own, NULL, 4, 0);
    PROVOKE(msg_send, PRIORITY, own, own, buffer, 4, MCAPI_MIN_PRORITY + 1);
    PROVOKE(msg_send, MSG_SIZE, own, own, buffer, much, 0);
    PROVOKE(msg_send_i, ENDP_INVALID, 0, own, buffer, 4, 0, &request);
    PROVOKE(msg_send_i, ENDP_INVALID, own, 1, buffer, 4, 0, &request);
    PROVOKE(msg_send_i, ENDP_NOTOWNER, remote, own, buffer, 4, 0, &request);
    PROVOKE(msg_send_i, CHAN_CONNECTED, channel, own, buffer, 4, 0, &request);
    PROVOKE(msg_send_i, PARAMETER, own, own, NULL, 4, 0, &request);
    PROVOKE(msg_send_i, PARAMETER, own, own, buffer, 4, 0, NULL);
    PROVOKE(msg_send_i, PRIORITY, own, own, buffer, 4, MCAPI_MIN_PRORITY + 1, &request);
    PROVOKE(msg_send_i, MSG_SIZE, own, own, buffer, much, 0, &request);
    take_all_requests();
    PROVOKE(msg_send_i, REQUEST_LIMIT, own, own, buffer, 4, 0, &request);
    PROVOKE(msg_recv_i, REQUEST_LIMIT, own, buffer, 4, &request);
    give_requests_back();
}

static void of_receiving(mcapi_endpoint_t own, mcapi_endpoint_t channel)
{
    mcapi_request_t request;
    size_t size;
    const mcapi_uint_t soon = 10;
    PROVOKE(msg_recv, ENDP_INVALID, 0, buffer, 4, &size);
    PROVOKE(msg_recv, ENDP_NOTOWNER, remote, buffer, 4, &size);
    PROVOKE(msg_recv, CHAN_CONNECTED, channel, buffer, 4, &size);
    PROVOKE(msg_recv, PARAMETER, own, NULL, 4, &size);
    PROVOKE(msg_recv, PARAMETER, own, buffer, 4, NULL);
    PROVOKE(msg_recv_i, ENDP_INVALID, 0, buffer, 4, &request);
    PROVOKE(msg_recv_i, ENDP_NOTOWNER, remote, buffer, 4, &request);
    PROVOKE(msg_recv_i, CHAN_CONNECTED, channel, buffer, 4, &request);
    PROVOKE(msg_recv_i, PARAMETER, own, NULL, 4, &request);
    PROVOKE(msg_recv_i, PARAMETER, own, buffer, 4, NULL);
    PROVOKE(msg_available, ENDP_INVALID, 0);
    PROVOKE(msg_available, ENDP_NOTOWNER, remote);
    MUST(msg_send, own, own, "too long", 8, 0);
    PROVOKE(msg_recv, MSG_TRUNCATED, own, buffer, 4, &size);
    MUST(msg_send, own, own, "too long", 8, 0);
    PROVOKE_LATER(msg_recv_i, MSG_TRUNCATED, own, buffer, 4);
    MUST(endpoint_set_attribute, own, MCAPI_ENDP_ATTR_TIMEOUT, &soon, sizeof soon);
    PROVOKE_PLAIN(msg_recv, TIMEOUT, own, buffer, 4, &size);
}

/* What was sent to an endpoint that is deleted then, and what its receives are told. */
static void of_deletion(mcapi_endpoint_t own)
{
    const mcapi_endpoint_t gone = create(6);
    mcapi_request_t sending, receiving;
    mcapi_status_t status;
    size_t size;
    MUST(msg_send_i, own, gone, buffer, sizeof buffer, 0, &sending);
    MUST(endpoint_delete, gone);
    mcapi_wait(&sending, &size, FOREVER, &status);
    expect(status, MCAPI_ERR_TRANSMISSION, "msg_send_i", "TRANSMISSION", __LINE__);
    const mcapi_endpoint_t again = create(6);
    MUST(msg_recv_i, again, buffer, 4, &receiving);
    MUST(endpoint_delete, again);
    mcapi_wait(&receiving, &size, FOREVER, &status);
    expect(status, MCAPI_ERR_ENDP_DELETED, "msg_recv_i", "ENDP_DELETED", __LINE__);
}

void of_messages(void)
{
    const mcapi_endpoint_t own = create(3);
    const mcapi_endpoint_t from = create(4);
    const mcapi_endpoint_t to = create(5);
    CARRY_OUT(pktchan_connect_i, from, to);
    of_sending(own, from);
    wants_of_memory(own, own);
    of_deletion(own);
    of_receiving(own, to);
}
