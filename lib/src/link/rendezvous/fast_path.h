/* The fast path of the link of the rendezvous. */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/label.h>
#include <weft/platform.h>

/* Barriers are made of messages. */
#define WEFT_LINK_HAS_BARRIER 0

/* Small, since receivers set aside blocks for all their peers in a data memory of 32 KiB. */
#define WEFT_LINK_BLOCK 32u

/* The core itself moves the words: wherever it can load and store them. */
static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

/* Waits for a message of the node, but not longer than until another one comes: the request word of the head. */
weft_word weft_rendezvous_wait_for(uint32_t node);
#define WEFT_BUS_WAIT_FOR(node) weft_rendezvous_wait_for(node)

#include "link/bus/fast_path_bus.h"

#endif
