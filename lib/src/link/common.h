/* What most links do of the contract in the same way. A port includes this behind its own functions; one that acts on
 * hints has weft_link_meet() of its own and defines WEFT_LINK_EXPECTS. */
#ifndef WEFT_LINK_COMMON_H
#define WEFT_LINK_COMMON_H

#include <stdint.h>

/* A long message is best asked for in as few pieces as can be. */
static inline uint32_t weft_link_piece(uint32_t total)
{
    (void)total;
    return WEFT_LINK_STREAM;
}

/* Others may not have taken yet what was sent to them; it stays where it is. */
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
