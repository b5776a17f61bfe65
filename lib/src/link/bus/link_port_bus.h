/* What the ports with the fast paths of <weft/fast_path_bus.h> have in common of the contract (link/link.h). */
#ifndef WEFT_LINK_PORT_BUS_H
#define WEFT_LINK_PORT_BUS_H

#include <weft/fast_path_bus.h>

/* Others may not have taken yet what was sent to them; it stays where it is. */
static inline void weft_link_stop(void)
{
}

static inline weft_word weft_link_wait_head(void)
{
    return weft_bus_wait();
}

static inline void weft_link_meet(uint32_t node)
{
    (void)node;
}

static inline void weft_link_take(void *buffer)
{
    weft_bus_take(buffer);
}

#endif
