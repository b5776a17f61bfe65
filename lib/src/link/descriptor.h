/* The descriptor of a piece in a shared mailbox: a part of one reader's data, at most WEFT_LINK_PIECE bytes.
 */
#ifndef WEFT_LINK_DESCRIPTOR_H
#define WEFT_LINK_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

struct weft_descriptor {
    uint32_t length;
    bool last; /* the reader gets no further piece */
};

#endif
