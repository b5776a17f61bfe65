/* Circuits for messages: opens a circuit if an annotation asks for it (annotation.c of the library's MPI). */
#ifndef WEFT_CIRCUITS_HOLD_H
#define WEFT_CIRCUITS_HOLD_H

#include <qos.h>
#include <stdbool.h>

/* Opens a circuit of this kind to a memory if an annotation asks for this kind or a greater one there. Returns whether
 * it is open. It is not if another core's circuit blocks it: the words then go without a circuit. */
static inline bool weft_hold_circuit(uint32_t memory, enum weft_qos_circuit circuit)
{
    return memory < 32 && weft_mpi_circuits[memory] >= (uint8_t)circuit &&
           weft_qos_open(memory, circuit) == WEFT_QOS_DONE;
}

#endif
