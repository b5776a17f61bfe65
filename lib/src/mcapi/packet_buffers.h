/* Buffers for received packets: the library's, or the program's until it gives them back.
 *
 * A buffer that is armed (armed.h) takes packets of its channel; when it takes no more, and the program has one of
 * them, it is retired until that is given back.
 */
#ifndef WEFT_MCAPI_PACKET_BUFFERS_H
#define WEFT_MCAPI_PACKET_BUFFERS_H

#include "mcapi_internal.h"

struct weft_mcapi_buffer {
    uint32_t words[(WEFT_MCAPI_PACKET_BYTES + 3) / 4];
};

/* One that is free, or null; also when the program has, or waits for, as many packets as there may be. */
struct weft_mcapi_buffer *weft_mcapi_buffer_find(void);

/* What a buffer is used for, or null if it is none of these. */
uint8_t *weft_mcapi_buffer_use(const void *buffer);

/* The buffer in which this lies, or null. */
struct weft_mcapi_buffer *weft_mcapi_buffer_around(const void *packet);

/* One that is free, however many packets the program has. */
struct weft_mcapi_buffer *weft_mcapi_buffer_free(void);

#endif
