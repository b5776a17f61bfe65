/* Copying bytes between buffers that do not overlap: by words where both allow it. The C library's memcpy, made small,
 * goes byte by byte. */
#ifndef WEFT_COPY_H
#define WEFT_COPY_H

#include <stdint.h>

void weft_copy(void *to, const void *from, uint32_t bytes);

#endif
