/* Before initialization, and of nodes. */
#include "provoke.h"

/* With arguments that would be right otherwise, as far as there are any. */
static void endpoints_and_messages(void)
{
    mcapi_endpoint_t endpoint;
    mcapi_request_t request;
    mcapi_uint_t value = 0;
    char buffer[4];
    size_t size;
    PROVOKE(endpoint_create, NODE_NOTINIT, 1);
    PROVOKE(endpoint_get_i, NODE_NOTINIT, 0, 0, 1, &endpoint, &request);
    PROVOKE(endpoint_get, NODE_NOTINIT, 0, 0, 1, FOREVER);
    PROVOKE(endpoint_release, NODE_NOTINIT, 1);
    PROVOKE(endpoint_delete, NODE_NOTINIT, 1);
    PROVOKE(endpoint_get_attribute, NODE_NOTINIT, 1, MCAPI_ENDP_ATTR_TYPE, &value, sizeof value);
    PROVOKE(endpoint_set_attribute, NODE_NOTINIT, 1, MCAPI_ENDP_ATTR_PRIORITY, &value, sizeof value);
    PROVOKE(msg_send_i, NODE_NOTINIT, 1, 1, buffer, 4, 0, &request);
    PROVOKE(msg_send, NODE_NOTINIT, 1, 1, buffer, 4, 0);
    PROVOKE(msg_recv_i, NODE_NOTINIT, 1, buffer, 4, &request);
    PROVOKE(msg_recv, NODE_NOTINIT, 1, buffer, 4, &size);
    PROVOKE(msg_available, NODE_NOTINIT, 1);
}

static void channels(void)
{
    mcapi_request_t request;
    uint32_t handle;
    void *packet;
    size_t size;
    PROVOKE(pktchan_connect_i, NODE_NOTINIT, 1, 2, &request);
    PROVOKE(pktchan_recv_open_i, NODE_NOTINIT, &handle, 1, &request);
    PROVOKE(pktchan_send_open_i, NODE_NOTINIT, &handle, 1, &request);
    PROVOKE(pktchan_send_i, NODE_NOTINIT, 1, &size, 4, &request);
    PROVOKE(pktchan_send, NODE_NOTINIT, 1, &size, 4);
    PROVOKE(pktchan_recv_i, NODE_NOTINIT, 1, &packet, &request);
    PROVOKE(pktchan_recv, NODE_NOTINIT, 1, &packet, &size);
    PROVOKE(pktchan_available, NODE_NOTINIT, 1);
    PROVOKE(pktchan_release, NODE_NOTINIT, &size);
    PROVOKE(pktchan_release_test, NODE_NOTINIT, &size);
    PROVOKE(pktchan_recv_close_i, NODE_NOTINIT, 1, &request);
    PROVOKE(pktchan_send_close_i, NODE_NOTINIT, 1, &request);
    PROVOKE(sclchan_connect_i, NODE_NOTINIT, 1, 2, &request);
    PROVOKE(sclchan_recv_open_i, NODE_NOTINIT, &handle, 1, &request);
    PROVOKE(sclchan_send_open_i, NODE_NOTINIT, &handle, 1, &request);
    PROVOKE(sclchan_send_uint64, NODE_NOTINIT, 1, 0);
    PROVOKE(sclchan_send_uint32, NODE_NOTINIT, 1, 0);
    PROVOKE(sclchan_send_uint16, NODE_NOTINIT, 1, 0);
    PROVOKE(sclchan_send_uint8, NODE_NOTINIT, 1, 0);
    PROVOKE(sclchan_recv_uint64, NODE_NOTINIT, 1);
    PROVOKE(sclchan_recv_uint32, NODE_NOTINIT, 1);
    PROVOKE(sclchan_recv_uint16, NODE_NOTINIT, 1);
    PROVOKE(sclchan_recv_uint8, NODE_NOTINIT, 1);
    PROVOKE(sclchan_available, NODE_NOTINIT, 1);
    PROVOKE(sclchan_recv_close_i, NODE_NOTINIT, 1, &request);
    PROVOKE(sclchan_send_close_i, NODE_NOTINIT, 1, &request);
}

static void expect_not_initialized(mcapi_status_t status, const char *function)
{
    expect(status, MCAPI_ERR_NODE_NOTINIT, function, "NODE_NOTINIT", __LINE__);
}

static void requests_and_nodes(void)
{
    mcapi_request_t request = 0;
    mcapi_request_t *all[1] = {&request};
    mcapi_status_t status;
    mcapi_uint_t value;
    size_t size;
    PROVOKE(test, NODE_NOTINIT, &request, &size);
    PROVOKE(wait, NODE_NOTINIT, &request, &size, FOREVER);
    PROVOKE(wait_any, NODE_NOTINIT, 1, all, &size, FOREVER);
    PROVOKE(cancel, NODE_NOTINIT, &request);
    PROVOKE(node_get_attribute, NODE_NOTINIT, 0, 0, MCAPI_NODE_ATTR_TYPE, &value, sizeof value);
    mcapi_finalize(&status);
    expect_not_initialized(status, "finalize");
    mcapi_domain_id_get(&status);
    expect_not_initialized(status, "domain_id_get");
    mcapi_node_id_get(&status);
    expect_not_initialized(status, "node_id_get");
}

void before_initialization(void)
{
    endpoints_and_messages();
    channels();
    requests_and_nodes();
}

void of_nodes(void)
{
    mcapi_node_attributes_t attributes;
    const mcapi_uint_t regular = MCAPI_NODE_ATTR_TYPE_REGULAR;
    const mcapi_uint_t other = 77;
    mcapi_uint_t value;
    PROVOKE(node_get_attribute, PARAMETER, 0, 0, MCAPI_NODE_ATTR_TYPE, NULL, sizeof value);
    PROVOKE(node_get_attribute, DOMAIN_INVALID, 1, 0, MCAPI_NODE_ATTR_TYPE, &value, sizeof value);
    PROVOKE(node_get_attribute, NODE_INVALID, 0, 99, MCAPI_NODE_ATTR_TYPE, &value, sizeof value);
    PROVOKE(node_get_attribute, ATTR_NUM, 0, 0, 99, &value, sizeof value);
    PROVOKE(node_get_attribute, ATTR_SIZE, 0, 0, MCAPI_NODE_ATTR_TYPE, &value, 1);
    MUST(node_get_attribute, 0, 1, MCAPI_NODE_ATTR_TYPE, &value, sizeof value);
    PROVOKE(node_init_attributes, PARAMETER, NULL);
    MUST(node_init_attributes, &attributes);
    PROVOKE(node_set_attribute, PARAMETER, NULL, MCAPI_NODE_ATTR_TYPE, &regular, sizeof regular);
    PROVOKE(node_set_attribute, PARAMETER, &attributes, MCAPI_NODE_ATTR_TYPE, NULL, sizeof regular);
    PROVOKE(node_set_attribute, ATTR_NUM, &attributes, 99, &regular, sizeof regular);
    PROVOKE(node_set_attribute, ATTR_SIZE, &attributes, MCAPI_NODE_ATTR_TYPE, &regular, 1);
    PROVOKE(node_set_attribute, ATTR_READONLY, &attributes, MCAPI_NODE_ATTR_PLACE, &regular, sizeof regular);
    PROVOKE(node_set_attribute, ATTR_VALUE, &attributes, MCAPI_NODE_ATTR_TYPE, &other, sizeof other);
    MUST(node_set_attribute, &attributes, MCAPI_NODE_ATTR_TYPE, &regular, sizeof regular);
}
