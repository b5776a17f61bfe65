/* The fast path of the link over mailboxes. */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/pl320.h>

#define WEFT_LINK_HAS_BARRIER 0

/* What a mailbox holds in addition to the request word, in bytes. */
#define WEFT_LINK_BLOCK ((WEFT_PL320_WORDS - 1) * 4u)

/* The core itself copies the words: any word address will do. */
static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

#include "link/bus/small_messages_bus.h"

#endif
