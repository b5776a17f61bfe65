/* Buffers for received packets. The library owns them; the program has a buffer from its receive until it releases it.
 *
 * An armed buffer (armed.h) receives packets of its channel. When it can receive no more, it is retired until the
 * program has released all its packets.
 */
#ifndef WEFT_MCAPI_PACKET_BUFFERS_H
#define WEFT_MCAPI_PACKET_BUFFERS_H

#include "mcapi_internal.h"

struct weft_mcapi_buffer {
    uint32_t words[(WEFT_MCAPI_PACKET_BYTES + 3) / 4];
};

/* Returns a free buffer; null if there is none, or if the program has, or waits for, the maximum number of packets. */
struct weft_mcapi_buffer *weft_mcapi_buffer_find(void);

/* Returns the use of a buffer, or null if it is none of these. */
uint8_t *weft_mcapi_buffer_use(const void *buffer);

/* Returns the buffer that contains this address, or null. */
struct weft_mcapi_buffer *weft_mcapi_buffer_around(const void *packet);

/* Returns a free buffer, however many packets the program has; null if there is none. */
struct weft_mcapi_buffer *weft_mcapi_buffer_free(void);

#endif
