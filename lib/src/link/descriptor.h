/* What a board says of the piece in one of its places: of what some node is to have, at most WEFT_LINK_PIECE bytes. */
#ifndef WEFT_LINK_DESCRIPTOR_H
#define WEFT_LINK_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

struct weft_posting {
    uint32_t node; /* that it is for: its reader, or one to whom the reader hands it on */
    uint32_t length;
    bool last; /* nothing more is for this node */
};

#endif
