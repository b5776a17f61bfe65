/* Flags and buffers, for messages that are asked for (message.c) and for those that are offered (offer.c). */
#ifndef WEFT_RENDEZVOUS_POLL_H
#define WEFT_RENDEZVOUS_POLL_H

#include "link_port.h"

/* A core that waits for one peer polls its flag this often, and then once the flags of others. */
#define WEFT_RENDEZVOUS_LOOKS 4u

/* message.c: reads the flags of four senders, and serves the first one that wants something; with `full`, its message
 * may become the head. */
void weft_rendezvous_serve_next(bool full);

/* message.c: returns the request word of a message. */
weft_word weft_rendezvous_word_of(const struct weft_rendezvous_header *header);

/* message.c: weft_rendezvous_write() writes a header, if not null, `length` bytes of payload, and then the flag.
 * weft_rendezvous_read() reads `length` bytes of payload, not one beyond, by words, and then sets the flag to EMPTY.
 * These are the functions with `_plain`, unless the program wants circuits (hold_circuits.c). */
void weft_rendezvous_write(const struct weft_rendezvous_peer *peer, const struct weft_rendezvous_header *header,
                           const void *payload, uint32_t length, enum weft_rendezvous_flag flag);
void weft_rendezvous_write_plain(const struct weft_rendezvous_peer *peer, const struct weft_rendezvous_header *header,
                                 const void *payload, uint32_t length, enum weft_rendezvous_flag flag);
void weft_rendezvous_read(const struct weft_rendezvous_peer *peer, void *buffer, uint32_t length);
void weft_rendezvous_read_plain(const struct weft_rendezvous_peer *peer, void *buffer, uint32_t length);

static inline uint32_t weft_rendezvous_node_of(const struct weft_rendezvous_peer *peer)
{
    return (uint32_t)(peer - weft_rendezvous.peers);
}

/* Keeps the compiler from moving accesses across; the core itself has one access outstanding at a time. */
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
