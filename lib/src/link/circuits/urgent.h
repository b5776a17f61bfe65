/* Polls of a core that has asked for a priority come before all others, also before the message that it polls for: so
 * it pauses between them from the start, longer from poll to poll. Where nothing is in the way of a message, it has
 * come before the pauses are long. */
#ifndef WEFT_CIRCUITS_URGENT_H
#define WEFT_CIRCUITS_URGENT_H

#include <qos.h>
#include <stdbool.h>

/* Turns of four cycles between two such polls at most. */
#define WEFT_URGENT_TURNS 96u

static inline uint32_t weft_urgent_turns(uint32_t wished)
{
    return wished < WEFT_URGENT_TURNS ? wished : WEFT_URGENT_TURNS;
}

/* Have this core's accesses to the memories by which messages come to it a priority? */
static inline bool weft_is_urgent(uint32_t own)
{
#ifdef WEFT_NETWORK_INTERFACE_BASE
    static const uint8_t near[] = WEFT_NI_CLUSTER_MEMORY_OF_CORE;
    const volatile uint32_t *const priorities = weft_qos_register(WEFT_NI_PRIORITY, 0);
    return (priorities[near[own]] | priorities[WEFT_NI_MEMORY_BETWEEN]) != 0;
#else
    (void)own;
    return false;
#endif
}

#endif
