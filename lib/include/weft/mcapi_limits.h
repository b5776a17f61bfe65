/* Capacities of MCAPI, fixed when library and program are built. All images of a machine must agree on
 * WEFT_MCAPI_PACKET_BYTES; each image has its own values of the others.
 */
#ifndef WEFT_MCAPI_LIMITS_H
#define WEFT_MCAPI_LIMITS_H

#include <weft/context.h>

/* Endpoints of a node: a power of two, at most 512. */
#ifndef WEFT_MCAPI_ENDPOINTS
#define WEFT_MCAPI_ENDPOINTS 16
#endif

/* Requests of a node that can be in progress, 3 to 255. */
#ifndef WEFT_MCAPI_REQUESTS
#define WEFT_MCAPI_REQUESTS 32
#endif

/* Of these, gets of endpoints that are not answered yet. */
#ifndef WEFT_MCAPI_MOST_GETS
#define WEFT_MCAPI_MOST_GETS (WEFT_MCAPI_REQUESTS / 2)
#endif

/* Number of buffers for received packets, and the maximum length of a packet in bytes. */
#ifndef WEFT_MCAPI_PACKET_BUFFERS
#define WEFT_MCAPI_PACKET_BUFFERS 4
#endif
#ifndef WEFT_MCAPI_PACKET_BYTES
#if defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < WEFT_SMALL_DATA_MEMORY
#define WEFT_MCAPI_PACKET_BYTES 256
#else
#define WEFT_MCAPI_PACKET_BYTES 2048
#endif
#endif

#define MCAPI_MAX_DOMAIN 0
#define MCAPI_MAX_NODE (WEFT_PEERS - 1)
#define MCAPI_MIN_PORT 0
#define MCAPI_MAX_PORT 0xFFFF
#define MCAPI_MAX_MESSAGE_SIZE 0x100000
#define MCAPI_MAX_PACKET_SIZE WEFT_MCAPI_PACKET_BYTES

/* MCAPI_PORT_ANY gives one of these ports; a program should not create them by number. */
#define MCAPI_NUM_RESERVED_PORTS 8
#define WEFT_MCAPI_FIRST_RESERVED_PORT 120

#endif
