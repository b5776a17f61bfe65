/* Of endpoints and their attributes. */
#include "provoke.h"

/* Behind the first endpoint that exists: nobody has made these. */
#define NONE 77

static void all_ports_and_endpoints(void)
{
    mcapi_endpoint_t made[WEFT_MCAPI_ENDPOINTS];
    unsigned count = 0;
    while (count < MCAPI_NUM_RESERVED_PORTS) {
        made[count++] = create(MCAPI_PORT_ANY);
    }
    PROVOKE(endpoint_create, ENDP_NOPORTS, MCAPI_PORT_ANY);
    while (count < WEFT_MCAPI_ENDPOINTS) {
        made[count] = create(40 + count);
        count++;
    }
    PROVOKE(endpoint_create, ENDP_LIMIT, NONE);
    while (count > 0) {
        MUST(endpoint_delete, made[--count]);
    }
}

/* A question for an endpoint can be taken back when its owner has read it. */
static void give_up(const mcapi_request_t *request)
{
    mcapi_status_t status;
    size_t size;
    do {
        mcapi_test(request, &size, &status);
        mcapi_cancel(request, &status);
    } while (status == MCAPI_ERR_REQUEST_INVALID);
    must(status, "cancel", __LINE__);
    mcapi_wait(request, &size, FOREVER, &status);
}

static void getting(void)
{
    mcapi_endpoint_t endpoint;
    mcapi_request_t request, pending[WEFT_MCAPI_MOST_GETS];
    PROVOKE(endpoint_get_i, PARAMETER, 0, 0, 1, NULL, &request);
    PROVOKE(endpoint_get_i, PARAMETER, 0, 0, 1, &endpoint, NULL);
    PROVOKE(endpoint_get_i, DOMAIN_INVALID, 1, 0, 1, &endpoint, &request);
    PROVOKE(endpoint_get_i, NODE_INVALID, 0, 99, 1, &endpoint, &request);
    PROVOKE(endpoint_get_i, PORT_INVALID, 0, 0, MCAPI_MAX_PORT + 1, &endpoint, &request);
    PROVOKE(endpoint_get, DOMAIN_INVALID, 1, 0, 1, FOREVER);
    PROVOKE(endpoint_get, NODE_INVALID, 0, 99, 1, FOREVER);
    PROVOKE(endpoint_get, PORT_INVALID, 0, 0, MCAPI_PORT_ANY, FOREVER);
    PROVOKE_PLAIN(endpoint_get, TIMEOUT, 0, 1, NONE, 10);
    for (unsigned i = 0; i < WEFT_MCAPI_MOST_GETS; i++) {
        MUST(endpoint_get_i, 0, 1, NONE, &endpoint, &pending[i]);
    }
    PROVOKE(endpoint_get_i, ENDP_GET_LIMIT, 0, 1, NONE, &endpoint, &request);
    for (unsigned i = 0; i < WEFT_MCAPI_MOST_GETS; i++) {
        give_up(&pending[i]);
    }
    take_all_requests();
    PROVOKE(endpoint_get_i, REQUEST_LIMIT, 0, 1, 1, &endpoint, &request);
    give_requests_back();
}

void of_endpoints(void)
{
    mcapi_request_t opening;
    uint32_t handle;
    PROVOKE(endpoint_create, PORT_INVALID, MCAPI_MAX_PORT + 1);
    const mcapi_endpoint_t own = create(1);
    PROVOKE(endpoint_create, ENDP_EXISTS, 1);
    PROVOKE(endpoint_release, ENDP_INVALID, 0);
    PROVOKE(endpoint_release, ENDP_INVALID, own + 1);
    PROVOKE(endpoint_delete, ENDP_INVALID, 0);
    PROVOKE(endpoint_delete, ENDP_NOTOWNER, remote);
    MUST(pktchan_recv_open_i, &handle, own, &opening);
    PROVOKE(endpoint_delete, CHAN_OPEN, own);
    MUST(cancel, &opening);
    MUST(endpoint_delete, own);
    PROVOKE(endpoint_delete, ENDP_INVALID, own);
    all_ports_and_endpoints();
    getting();
}

static void read_and_write(mcapi_endpoint_t own)
{
    mcapi_uint_t value = 1;
    PROVOKE(endpoint_get_attribute, PARAMETER, own, MCAPI_ENDP_ATTR_TYPE, NULL, sizeof value);
    PROVOKE(endpoint_get_attribute, ENDP_INVALID, 0, MCAPI_ENDP_ATTR_TYPE, &value, sizeof value);
    PROVOKE(endpoint_get_attribute, ATTR_NUM, own, MCAPI_ENDP_ATTR_END, &value, sizeof value);
    PROVOKE(endpoint_get_attribute, ATTR_SIZE, own, MCAPI_ENDP_ATTR_TYPE, &value, 2);
    PROVOKE(endpoint_get_attribute, ATTR_NUM, remote, MCAPI_ENDP_ATTR_END, &value, sizeof value);
    MUST(endpoint_get_attribute, remote, MCAPI_ENDP_ATTR_GET_COUNT, &value, sizeof value);
    PROVOKE(endpoint_set_attribute, PARAMETER, own, MCAPI_ENDP_ATTR_PRIORITY, NULL, sizeof value);
    PROVOKE(endpoint_set_attribute, ENDP_INVALID, 0, MCAPI_ENDP_ATTR_PRIORITY, &value, sizeof value);
    PROVOKE(endpoint_set_attribute, ENDP_NOTOWNER, remote, MCAPI_ENDP_ATTR_PRIORITY, &value, sizeof value);
    PROVOKE(endpoint_set_attribute, ATTR_NUM, own, MCAPI_ENDP_ATTR_END, &value, sizeof value);
    PROVOKE(endpoint_set_attribute, ATTR_SIZE, own, MCAPI_ENDP_ATTR_PRIORITY, &value, 2);
    PROVOKE(endpoint_set_attribute, ATTR_READONLY, own, MCAPI_ENDP_ATTR_TYPE, &value, sizeof value);
    PROVOKE(endpoint_set_attribute, ATTR_READONLY, own, MCAPI_ENDP_ATTR_ENDP_STATUS, &value, sizeof value);
}

static void expect_refused(mcapi_endpoint_t own, mcapi_uint_t attribute, mcapi_uint_t value)
{
    PROVOKE(endpoint_set_attribute, ATTR_VALUE, own, attribute, &value, sizeof value);
}

static void change_and_read(mcapi_endpoint_t own, mcapi_uint_t attribute, mcapi_uint_t value)
{
    mcapi_uint_t read = ~value;
    MUST(endpoint_set_attribute, own, attribute, &value, sizeof value);
    MUST(endpoint_get_attribute, own, attribute, &read, sizeof read);
    if (read != value) {
        printf("attribute %u is %u, not %u\n", attribute, read, value);
        exit(1);
    }
}

void of_attributes(void)
{
    const mcapi_endpoint_t own = create(1);
    const mcapi_endpoint_t other = create(2);
    const mcapi_uint_t value = 1;
    read_and_write(own);
    expect_refused(own, MCAPI_ENDP_ATTR_MAX_PAYLOAD_SIZE, MCAPI_MAX_MESSAGE_SIZE + 1);
    expect_refused(own, MCAPI_ENDP_ATTR_BUFFER_TYPE, 1);
    expect_refused(own, MCAPI_ENDP_ATTR_MEMORY_TYPE, 3);
    expect_refused(own, MCAPI_ENDP_ATTR_MEMORY_TYPE, 0x20000);
    expect_refused(own, MCAPI_ENDP_ATTR_NUM_PRIORITIES, 0);
    expect_refused(own, MCAPI_ENDP_ATTR_NUM_PRIORITIES, MCAPI_MIN_PRORITY + 2);
    expect_refused(own, MCAPI_ENDP_ATTR_PRIORITY, MCAPI_MIN_PRORITY + 1);
    change_and_read(own, MCAPI_ENDP_ATTR_MAX_PAYLOAD_SIZE, 12);
    change_and_read(own, MCAPI_ENDP_ATTR_BUFFER_TYPE, MCAPI_ENDP_ATTR_FIFO_BUFFER);
    change_and_read(own, MCAPI_ENDP_ATTR_MEMORY_TYPE,
                    MCAPI_ENDP_ATTR_REMOTE_MEMORY | MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT);
    change_and_read(own, MCAPI_ENDP_ATTR_NUM_PRIORITIES, 2);
    change_and_read(own, MCAPI_ENDP_ATTR_PRIORITY, 3);
    change_and_read(own, MCAPI_ENDP_ATTR_TIMEOUT, 1000000);
    PROVOKE_LATER(pktchan_connect_i, ATTR_INCOMPATIBLE, own, other);
    PROVOKE_LATER(sclchan_connect_i, ATTR_INCOMPATIBLE, own, other);
    MUST(endpoint_delete, own);
    MUST(endpoint_delete, other);
    const mcapi_endpoint_t from = create(1);
    const mcapi_endpoint_t to = create(2);
    CARRY_OUT(pktchan_connect_i, from, to);
    PROVOKE(endpoint_set_attribute, CHAN_CONNECTED, to, MCAPI_ENDP_ATTR_PRIORITY, &value, sizeof value);
    mcapi_pktchan_recv_hndl_t receiver;
    mcapi_pktchan_send_hndl_t sender;
    mcapi_request_t opening;
    MUST(pktchan_recv_open_i, &receiver, to, &opening);
    CARRY_OUT(pktchan_send_open_i, &sender, from);
    mcapi_status_t status;
    size_t size;
    mcapi_wait(&opening, &size, FOREVER, &status);
    must(status, "wait", __LINE__);
    CARRY_OUT(pktchan_recv_close_i, receiver);
    CARRY_OUT(pktchan_send_close_i, sender);
    MUST(endpoint_delete, from);
    MUST(endpoint_delete, to);
}
