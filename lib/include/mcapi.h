/* The Multicore Communications API, MCAPI 2.015 (Multicore Association): messages, packet channels and scalar channels
 * between endpoints of nodes. docs/library/mcapi.md documents what this library decides where the standard leaves it
 * open; tests/mcapi/codes.txt lists every status code that each function returns.
 *
 * A function that fails changes nothing. Use status codes and attributes by name only: their numeric values differ from
 * those of other implementations. Sizes are in bytes, timeouts in microseconds. A program with the names and signatures
 * of MCAPI 1 includes <mcapi_1.h>, or is compiled with MCAPI_1_COMPATIBILITY defined.
 */
#ifndef MCAPI_H
#define MCAPI_H

#include <mca.h>
#include <weft/mcapi_limits.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MCAPI_VERSION 2015

typedef mca_int_t mcapi_int_t;
typedef mca_int8_t mcapi_int8_t;
typedef mca_int16_t mcapi_int16_t;
typedef mca_int32_t mcapi_int32_t;
typedef mca_int64_t mcapi_int64_t;
typedef mca_uint_t mcapi_uint_t;
typedef mca_uint8_t mcapi_uint8_t;
typedef mca_uint16_t mcapi_uint16_t;
typedef mca_uint32_t mcapi_uint32_t;
typedef mca_uint64_t mcapi_uint64_t;
typedef mca_boolean_t mcapi_boolean_t;
typedef mca_domain_t mcapi_domain_t;
typedef mca_node_t mcapi_node_t;
typedef mca_status_t mcapi_status_t;
typedef mca_timeout_t mcapi_timeout_t; /* microseconds */
typedef unsigned int mcapi_port_t;
typedef unsigned int mcapi_priority_t;

/* Handles; 0 is never valid. An endpoint has the same handle at all nodes. */
typedef mca_uint32_t mcapi_endpoint_t;
typedef mca_uint32_t mcapi_request_t;
typedef mca_uint32_t mcapi_pktchan_recv_hndl_t;
typedef mca_uint32_t mcapi_pktchan_send_hndl_t;
typedef mca_uint32_t mcapi_sclchan_recv_hndl_t;
typedef mca_uint32_t mcapi_sclchan_send_hndl_t;

/* No parameters are defined: mcapi_initialize() also accepts a null pointer. */
typedef mca_int_t mcapi_param_t;

typedef struct {
    mcapi_uint_t type;
} mcapi_node_attributes_t;

/* Capacity of this build of the library (<weft/mcapi_limits.h>). */
typedef struct {
    mcapi_uint_t number_of_endpoints;
    mcapi_uint_t number_of_requests;
    mcapi_uint_t number_of_packet_buffers;
} impl_info_t;

typedef struct {
    mcapi_uint_t mcapi_version;
    mcapi_uint_t organization_id;
    mcapi_uint_t implementation_version;
    mcapi_uint_t number_of_domains;
    mcapi_uint_t number_of_nodes;
    mcapi_uint_t number_of_ports;
    const impl_info_t *impl_info;
} mcapi_info_t;

#define MCAPI_IN const
#define MCAPI_OUT
#define MCAPI_DECL_ALIGNED __attribute__((aligned(32)))
#define MCAPI_BUF_ALIGN 4

#define MCAPI_TRUE MCA_TRUE
#define MCAPI_FALSE MCA_FALSE
#define MCAPI_NULL MCA_NULL
#define MCAPI_TIMEOUT_INFINITE (~0u)
#define MCAPI_TIMEOUT_IMMEDIATE 0u
#define MCAPI_NODE_INVALID (~0u)
#define MCAPI_DOMAIN_INVALID (~0u)
#define MCAPI_RETURN_VALUE_INVALID (~0u)
#define MCAPI_PORT_ANY (~0u)

/* A lower number is a higher priority. PRORITY is the spelling of the standard's own headers. */
#define MCAPI_MAX_PRORITY 0u
#define MCAPI_MIN_PRORITY 3u
#define MCAPI_MAX_PRIORITY MCAPI_MAX_PRORITY
#define MCAPI_MIN_PRIORITY MCAPI_MIN_PRORITY

#define MCAPI_MAX_STATUS_MSG_LEN 32
#define MCAPI_MAX_STATUS_SIZE MCAPI_MAX_STATUS_MSG_LEN

enum mcapi_status_codes {
    MCAPI_SUCCESS = 1,
    MCAPI_PENDING,
    MCAPI_TIMEOUT,
    MCAPI_ERR_PARAMETER,
    MCAPI_ERR_DOMAIN_INVALID,
    MCAPI_ERR_NODE_INVALID,
    MCAPI_ERR_NODE_INITFAILED,
    MCAPI_ERR_NODE_INITIALIZED,
    MCAPI_ERR_NODE_NOTINIT,
    MCAPI_ERR_NODE_FINALFAILED,
    MCAPI_ERR_PORT_INVALID,
    MCAPI_ERR_ENDP_INVALID,
    MCAPI_ERR_ENDP_EXISTS,
    MCAPI_ERR_ENDP_GET_LIMIT,
    MCAPI_ERR_ENDP_DELETED,
    MCAPI_ERR_ENDP_NOTOWNER,
    MCAPI_ERR_ENDP_REMOTE,
    MCAPI_ERR_ATTR_INCOMPATIBLE,
    MCAPI_ERR_ATTR_SIZE,
    MCAPI_ERR_ATTR_NUM,
    MCAPI_ERR_ATTR_VALUE,
    MCAPI_ERR_ATTR_NOTSUPPORTED,
    MCAPI_ERR_ATTR_READONLY,
    MCAPI_ERR_MSG_SIZE,
    MCAPI_ERR_MSG_TRUNCATED,
    MCAPI_ERR_CHAN_OPEN,
    MCAPI_ERR_CHAN_TYPE,
    MCAPI_ERR_CHAN_DIRECTION,
    MCAPI_ERR_CHAN_CONNECTED,
    MCAPI_ERR_CHAN_OPENPENDING,
    MCAPI_ERR_CHAN_CLOSEPENDING,
    MCAPI_ERR_CHAN_NOTOPEN,
    MCAPI_ERR_CHAN_INVALID,
    MCAPI_ERR_PKT_SIZE,
    MCAPI_ERR_TRANSMISSION,
    MCAPI_ERR_PRIORITY,
    MCAPI_ERR_BUF_INVALID,
    MCAPI_ERR_MEM_LIMIT,
    MCAPI_ERR_REQUEST_INVALID,
    MCAPI_ERR_REQUEST_LIMIT,
    MCAPI_ERR_REQUEST_CANCELLED,
    MCAPI_ERR_WAIT_PENDING,
    MCAPI_ERR_GENERAL,
    MCAPI_STATUSCODE_END,
    /* Codes that other public headers of MCAPI 2 define. */
    MCAPI_ERR_ENDP_NOPORTS,
    MCAPI_ERR_ENDP_LIMIT,
    MCAPI_ERR_SCL_SIZE,
    MCAPI_ERR_MSG_LIMIT = MCAPI_ERR_MSG_SIZE,
    MCAPI_ERR_PKT_LIMIT = MCAPI_ERR_PKT_SIZE
};

/* Attributes of a node. PLACE is an extension of this library: the number of the node's core, or, for a node that is
 * not on a core, its place number as in <weft/platform.h>. */
enum { MCAPI_NODE_ATTR_TYPE, MCAPI_NODE_ATTR_PLACE };
enum { MCAPI_NODE_ATTR_TYPE_REGULAR };

/* Attributes of an endpoint; all are 32-bit numbers. */
enum {
    MCAPI_ENDP_ATTR_TYPE,
    MCAPI_ENDP_ATTR_GET_COUNT,
    MCAPI_ENDP_ATTR_GET_SOURCE,
    MCAPI_ENDP_ATTR_MAX_PAYLOAD_SIZE, /* must match at both ends of a channel; so must the next four */
    MCAPI_ENDP_ATTR_BUFFER_TYPE,
    MCAPI_ENDP_ATTR_MEMORY_TYPE,
    MCAPI_ENDP_ATTR_NUM_PRIORITIES,
    MCAPI_ENDP_ATTR_PRIORITY,
    MCAPI_ENDP_ATTR_NUM_SEND_BUFFERS,
    MCAPI_ENDP_ATTR_NUM_RECV_BUFFERS,
    MCAPI_ENDP_ATTR_ENDP_STATUS,
    MCAPI_ENDP_ATTR_TIMEOUT,
    MCAPI_ENDP_ATTR_END
};
#define MCAPI_MAX_NUM_ENDP_ATTRS_MCA 64
#define MCAPI_MAX_NUM_ENDP_ATTRS_OTHER 32

#define MCAPI_ENDP_ATTR_TYPE_MESSAGE 1u
#define MCAPI_ENDP_ATTR_TYPE_PKTCHAN 2u
#define MCAPI_ENDP_ATTR_TYPE_SCLCHAN 4u
#define MCAPI_ENDP_ATTR_FIFO_BUFFER 0u
#define MCAPI_ENDP_ATTR_LOCAL_MEMORY 0u
#define MCAPI_ENDP_ATTR_SHARED_MEMORY 1u
#define MCAPI_ENDP_ATTR_REMOTE_MEMORY 2u
#define MCAPI_ENDP_ATTR_BLOCK_ON_MEM_LIMIT 0x0u
#define MCAPI_ENDP_ATTR_FAIL_ON_MEM_LIMIT 0x10000u
/* Bits 0 to 3 of the status have two names each, as in the published headers. */
#define MCAPI_ENDP_ATTR_STATUS_CONNECTED 0x1u
#define MCAPI_ENDP_ATTR_STATUS_OPEN 0x2u
#define MCAPI_ENDP_ATTR_STATUS_OPEN_PENDING 0x4u
#define MCAPI_ENDP_ATTR_STATUS_CLOSE_PENDING 0x8u
#define MCAPI_ENDP_ATTR_STATUS_PKTCHAN 0x1u
#define MCAPI_ENDP_ATTR_STATUS_SCLCHAN 0x2u
#define MCAPI_ENDP_ATTR_STATUS_SEND 0x4u
#define MCAPI_ENDP_ATTR_STATUS_RECEIVE 0x8u
#define MCAPI_ENDP_ATTR_STATUS_GET_PENDING 0x10u

/* Nodes. Depending on the link, mcapi_initialize() waits until all nodes of the platform have called it. `node_id` must
 * be the node that this program runs as (weft_node() of <weft/node.h>). Attributes and parameters may be null. */
void mcapi_initialize(MCAPI_IN mcapi_domain_t domain_id, MCAPI_IN mcapi_node_t node_id,
                      MCAPI_IN mcapi_node_attributes_t *mcapi_node_attributes, MCAPI_IN mcapi_param_t *init_parameters,
                      MCAPI_OUT mcapi_info_t *mcapi_info, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_finalize(MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_domain_t mcapi_domain_id_get(MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_node_t mcapi_node_id_get(MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_node_init_attributes(MCAPI_OUT mcapi_node_attributes_t *mcapi_node_attributes,
                                MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_node_get_attribute(MCAPI_IN mcapi_domain_t domain_id, MCAPI_IN mcapi_node_t node_id,
                              MCAPI_IN mcapi_uint_t attribute_num, MCAPI_OUT void *attribute,
                              MCAPI_IN size_t attribute_size, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_node_set_attribute(MCAPI_OUT mcapi_node_attributes_t *mcapi_node_attributes,
                              MCAPI_IN mcapi_uint_t attribute_num, MCAPI_IN void *attribute,
                              MCAPI_IN size_t attribute_size, MCAPI_OUT mcapi_status_t *mcapi_status);

/* Endpoints. The blocking mcapi_endpoint_get() returns 0 on failure. */
mcapi_endpoint_t mcapi_endpoint_create(MCAPI_IN mcapi_port_t port_id, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_endpoint_get_i(MCAPI_IN mcapi_domain_t domain_id, MCAPI_IN mcapi_node_t node_id,
                          MCAPI_IN mcapi_port_t port_id, MCAPI_OUT mcapi_endpoint_t *endpoint,
                          MCAPI_OUT mcapi_request_t *request, MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_endpoint_t mcapi_endpoint_get(MCAPI_IN mcapi_domain_t domain_id, MCAPI_IN mcapi_node_t node_id,
                                    MCAPI_IN mcapi_port_t port_id, MCAPI_IN mcapi_timeout_t timeout,
                                    MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_endpoint_release(MCAPI_IN mcapi_endpoint_t endpoint, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_endpoint_delete(MCAPI_IN mcapi_endpoint_t endpoint, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_endpoint_get_attribute(MCAPI_IN mcapi_endpoint_t endpoint, MCAPI_IN mcapi_uint_t attribute_num,
                                  MCAPI_OUT void *attribute, MCAPI_IN size_t attribute_size,
                                  MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_endpoint_set_attribute(MCAPI_IN mcapi_endpoint_t endpoint, MCAPI_IN mcapi_uint_t attribute_num,
                                  MCAPI_OUT const void *attribute, MCAPI_IN size_t attribute_size,
                                  MCAPI_OUT mcapi_status_t *mcapi_status);

/* Messages. A blocking send returns when the buffer may be reused. A message longer than one block of the link, or for
 * which the sender has no credit, waits until it is received. */
void mcapi_msg_send_i(MCAPI_IN mcapi_endpoint_t send_endpoint, MCAPI_IN mcapi_endpoint_t receive_endpoint,
                      MCAPI_IN void *buffer, MCAPI_IN size_t buffer_size, MCAPI_IN mcapi_priority_t priority,
                      MCAPI_OUT mcapi_request_t *request, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_msg_send(MCAPI_IN mcapi_endpoint_t send_endpoint, MCAPI_IN mcapi_endpoint_t receive_endpoint,
                    MCAPI_IN void *buffer, MCAPI_IN size_t buffer_size, MCAPI_IN mcapi_priority_t priority,
                    MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_msg_recv_i(MCAPI_IN mcapi_endpoint_t receive_endpoint, MCAPI_OUT void *buffer, MCAPI_IN size_t buffer_size,
                      MCAPI_OUT mcapi_request_t *request, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_msg_recv(MCAPI_IN mcapi_endpoint_t receive_endpoint, MCAPI_OUT void *buffer, MCAPI_IN size_t buffer_size,
                    MCAPI_OUT size_t *received_size, MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_uint_t mcapi_msg_available(MCAPI_IN mcapi_endpoint_t receive_endpoint, MCAPI_OUT mcapi_status_t *mcapi_status);

/* Packet channels. An error that only the owner of an endpoint can detect (MCAPI_ERR_CHAN_CONNECTED,
 * MCAPI_ERR_ATTR_INCOMPATIBLE, MCAPI_ERR_CHAN_TYPE) is the result of the connect request, not of the call. Received
 * packets are in buffers of the library; the program returns each with mcapi_pktchan_release(). */
void mcapi_pktchan_connect_i(MCAPI_IN mcapi_endpoint_t send_endpoint, MCAPI_IN mcapi_endpoint_t receive_endpoint,
                             MCAPI_OUT mcapi_request_t *request, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_recv_open_i(MCAPI_OUT mcapi_pktchan_recv_hndl_t *receive_handle,
                               MCAPI_IN mcapi_endpoint_t receive_endpoint, MCAPI_OUT mcapi_request_t *request,
                               MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_send_open_i(MCAPI_OUT mcapi_pktchan_send_hndl_t *send_handle,
                               MCAPI_IN mcapi_endpoint_t send_endpoint, MCAPI_OUT mcapi_request_t *request,
                               MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_send_i(MCAPI_IN mcapi_pktchan_send_hndl_t send_handle, MCAPI_IN void *buffer, MCAPI_IN size_t size,
                          MCAPI_OUT mcapi_request_t *request, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_send(MCAPI_IN mcapi_pktchan_send_hndl_t send_handle, MCAPI_IN void *buffer, MCAPI_IN size_t size,
                        MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_recv_i(MCAPI_IN mcapi_pktchan_recv_hndl_t receive_handle, MCAPI_OUT void **buffer,
                          MCAPI_OUT mcapi_request_t *request, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_recv(MCAPI_IN mcapi_pktchan_recv_hndl_t receive_handle, MCAPI_OUT void **buffer,
                        MCAPI_OUT size_t *received_size, MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_uint_t mcapi_pktchan_available(MCAPI_IN mcapi_pktchan_recv_hndl_t receive_handle,
                                     MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_release(MCAPI_IN void *buffer, MCAPI_OUT mcapi_status_t *mcapi_status);
/* Returns whether a buffer has been released. The standard's headers pass the status by value, by mistake. */
mcapi_boolean_t mcapi_pktchan_release_test(MCAPI_IN void *buffer, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_recv_close_i(MCAPI_IN mcapi_pktchan_recv_hndl_t receive_handle, MCAPI_OUT mcapi_request_t *request,
                                MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_pktchan_send_close_i(MCAPI_IN mcapi_pktchan_send_hndl_t send_handle, MCAPI_OUT mcapi_request_t *request,
                                MCAPI_OUT mcapi_status_t *mcapi_status);

/* Scalar channels. */
void mcapi_sclchan_connect_i(MCAPI_IN mcapi_endpoint_t send_endpoint, MCAPI_IN mcapi_endpoint_t receive_endpoint,
                             MCAPI_OUT mcapi_request_t *request, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_sclchan_recv_open_i(MCAPI_OUT mcapi_sclchan_recv_hndl_t *receive_handle,
                               MCAPI_IN mcapi_endpoint_t receive_endpoint, MCAPI_OUT mcapi_request_t *request,
                               MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_sclchan_send_open_i(MCAPI_OUT mcapi_sclchan_send_hndl_t *send_handle,
                               MCAPI_IN mcapi_endpoint_t send_endpoint, MCAPI_OUT mcapi_request_t *request,
                               MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_sclchan_send_uint64(MCAPI_IN mcapi_sclchan_send_hndl_t send_handle, MCAPI_IN mcapi_uint64_t dataword,
                               MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_sclchan_send_uint32(MCAPI_IN mcapi_sclchan_send_hndl_t send_handle, MCAPI_IN mcapi_uint32_t dataword,
                               MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_sclchan_send_uint16(MCAPI_IN mcapi_sclchan_send_hndl_t send_handle, MCAPI_IN mcapi_uint16_t dataword,
                               MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_sclchan_send_uint8(MCAPI_IN mcapi_sclchan_send_hndl_t send_handle, MCAPI_IN mcapi_uint8_t dataword,
                              MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_uint64_t mcapi_sclchan_recv_uint64(MCAPI_IN mcapi_sclchan_recv_hndl_t receive_handle,
                                         MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_uint32_t mcapi_sclchan_recv_uint32(MCAPI_IN mcapi_sclchan_recv_hndl_t receive_handle,
                                         MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_uint16_t mcapi_sclchan_recv_uint16(MCAPI_IN mcapi_sclchan_recv_hndl_t receive_handle,
                                         MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_uint8_t mcapi_sclchan_recv_uint8(MCAPI_IN mcapi_sclchan_recv_hndl_t receive_handle,
                                       MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_uint_t mcapi_sclchan_available(MCAPI_IN mcapi_sclchan_recv_hndl_t receive_handle,
                                     MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_sclchan_recv_close_i(MCAPI_IN mcapi_sclchan_recv_hndl_t receive_handle, MCAPI_OUT mcapi_request_t *request,
                                MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_sclchan_send_close_i(MCAPI_IN mcapi_sclchan_send_hndl_t send_handle, MCAPI_OUT mcapi_request_t *request,
                                MCAPI_OUT mcapi_status_t *mcapi_status);

/* Requests. mcapi_wait_any() returns the index of a finished request, or MCAPI_RETURN_VALUE_INVALID. A receive, get or
 * open can be cancelled until it has matched something; a send cannot. */
mcapi_boolean_t mcapi_test(MCAPI_IN mcapi_request_t *request, MCAPI_OUT size_t *size,
                           MCAPI_OUT mcapi_status_t *mcapi_status);
mcapi_boolean_t mcapi_wait(MCAPI_IN mcapi_request_t *request, MCAPI_OUT size_t *size, MCAPI_IN mcapi_timeout_t timeout,
                           MCAPI_OUT mcapi_status_t *mcapi_status);
unsigned int mcapi_wait_any(MCAPI_IN size_t number, mcapi_request_t **requests, MCAPI_OUT size_t *size,
                            MCAPI_IN mcapi_timeout_t timeout, MCAPI_OUT mcapi_status_t *mcapi_status);
void mcapi_cancel(MCAPI_IN mcapi_request_t *request, MCAPI_OUT mcapi_status_t *mcapi_status);

/* Writes the name of a status code into `status_message`, truncated to `size` bytes including its NUL, and returns that
 * buffer; for a number that is no status code, the name of MCAPI_ERR_PARAMETER. Returns null if there is no room for a
 * single character. */
char *mcapi_display_status(MCAPI_IN mcapi_status_t status, MCAPI_OUT char *status_message, MCAPI_IN size_t size);

#ifdef __cplusplus
}
#endif

#ifdef MCAPI_1_COMPATIBILITY
#include <mcapi_1.h>
#endif

#endif
