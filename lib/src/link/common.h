/* The parts of the contract that most links implement alike. A port includes this after its own functions; a port that
 * acts on hints defines its own weft_link_meet(), and WEFT_LINK_EXPECTS. */
#ifndef WEFT_LINK_COMMON_H
#define WEFT_LINK_COMMON_H

#include <stdint.h>

/* Requests a long message in as few pieces as possible. */
static inline uint32_t weft_link_piece(uint32_t total)
{
    (void)total;
    return WEFT_LINK_STREAM;
}

/* Nothing to do: messages that other nodes have not taken yet stay where they are. */
static inline void weft_link_stop(void)
{
}
static inline void weft_link_resume(void)
{
}

#ifndef WEFT_LINK_EXPECTS
static inline void weft_link_meet(uint32_t node)
{
    (void)node;
}
#endif

#endif
