/* Circuits for messages: opens what an annotation asks for (annotation.c of the library's MPI). */
#ifndef WEFT_CIRCUITS_HOLD_H
#define WEFT_CIRCUITS_HOLD_H

#include <qos.h>
#include <stdbool.h>

/* Opens a circuit of this kind to a memory if an annotation asks for it there, or for more. False where another core's
 * circuit is in the way: the words then go as usual. */
static inline bool weft_hold_circuit(uint32_t memory, enum weft_qos_circuit circuit)
{
    return memory < 32 && weft_mpi_circuits[memory] >= (uint8_t)circuit &&
           weft_qos_open(memory, circuit) == WEFT_QOS_DONE;
}

#endif
