/* The fast path of the rendezvous link. */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/label.h>
#include <weft/platform.h>

/* Barriers are made of messages. */
#define WEFT_LINK_HAS_BARRIER 0

/* Small, since receivers set aside blocks for all their peers in a data memory of 32 KiB. */
#define WEFT_LINK_BLOCK 32u

/* The core itself copies the words: any word address will do. */
static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

/* Waits for a message from the node, but not longer than until another message comes. Returns the request word of the
 * head. */
weft_word weft_rendezvous_wait_for(uint32_t node);
#define WEFT_BUS_WAIT_FOR(node) weft_rendezvous_wait_for(node)

#include "link/bus/small_messages_bus.h"

/* A library that is compiled for size has no fast path for offers. */
#ifndef __OPTIMIZE_SIZE__
#define WEFT_LINK_OFFERS 1
#define WEFT_LINK_OFFER_WAITS 1
#endif

/* Bytes of a buffer's payload. A quarter of a 32-KiB scratchpad holds eight buffers and flags, and what is left to the
 * program at its end. A build for larger memories can have larger buffers. */
#ifndef WEFT_RENDEZVOUS_BYTES
#define WEFT_RENDEZVOUS_BYTES 928u
#endif

/* The longest message that can be offered: what a buffer holds. */
#define WEFT_FAST_OFFER WEFT_RENDEZVOUS_BYTES

/* offer.c: sends a message of more than a block to `rank` if that rank is waiting for exactly this one
 * (weft_fast_accept()). The receiver never has to keep it, so that it costs no credit. */
bool weft_fast_offer(const void *data, uint32_t length, uint32_t rank, uint32_t label);

/* offer.c: receives an offered message of exactly `length` bytes, more than a block; false if another message comes. */
bool weft_fast_accept(void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context);

#endif
