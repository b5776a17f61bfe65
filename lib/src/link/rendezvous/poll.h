/* What both ways to send, asked for (message.c) and offered (offer.c), do with flags and buffers. */
#ifndef WEFT_RENDEZVOUS_POLL_H
#define WEFT_RENDEZVOUS_POLL_H

#include "link_port.h"

/* Who waits for one core looks so often at its flag before it looks once whether others want something. */
#define WEFT_RENDEZVOUS_LOOKS 4u

/* message.c: looks at the flags of four senders, and serves the first that wants something; with `full` its message
 * may become the head. */
void weft_rendezvous_serve_next(bool full);

/* message.c: the request word of a message. */
weft_word weft_rendezvous_word_of(const struct weft_rendezvous_header *header);

/* message.c: copies `length` bytes out of a buffer, not one beyond; reads words. */
void weft_rendezvous_fetch(uint8_t *to, const uint32_t *from, uint32_t length);

/* The compiler moves no access across; the core itself has one access under way at a time. */
static inline void weft_rendezvous_in_order(void)
{
    __asm__ volatile("" : : : "memory");
}

static inline struct weft_rendezvous_header weft_rendezvous_header(uint32_t node, weft_word label, uint32_t length)
{
    return (struct weft_rendezvous_header){
        .source = weft_rendezvous.node,
        .destination = node,
        .tag = label % WEFT_LABEL_TAGS,
        .datatype = label / WEFT_LABEL_TAGS,
        .length = length,
    };
}

#endif
