/* The fast path of the link of the mailboxes. */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/pl320.h>

#define WEFT_LINK_HAS_BARRIER 0

/* What a mailbox holds beside the request word, in bytes. */
#define WEFT_LINK_BLOCK ((WEFT_PL320_WORDS - 1) * 4u)

/* The core itself moves the words: wherever it can load and store them. */
static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

#include "link/bus/small_messages_bus.h"

#endif
