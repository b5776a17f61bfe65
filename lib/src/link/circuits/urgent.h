/* Pauses between the polls of a core that has asked for a priority. Its polls win arbitration against all other
 * accesses, including the message that it polls for. So it pauses between polls from the start, longer from poll to
 * poll. An uncontended message has come before the pauses are long. */
#ifndef WEFT_CIRCUITS_URGENT_H
#define WEFT_CIRCUITS_URGENT_H

#include <qos.h>
#include <stdbool.h>

/* Longest pause between two such polls, in turns of four cycles. */
#define WEFT_URGENT_TURNS 96u

static inline uint32_t weft_urgent_turns(uint32_t wished)
{
    return wished < WEFT_URGENT_TURNS ? wished : WEFT_URGENT_TURNS;
}

/* Has this core a priority at the memories through which messages come to it? */
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
