/* Included by <weft/mpi_circuits.h>: the program wants messages to go over circuits (hold_circuits.c of its link). */
#ifndef WEFT_HOLD_CIRCUITS_H
#define WEFT_HOLD_CIRCUITS_H

extern const char weft_mpi_holds_circuits;

/* A reference is enough: it makes the linker take hold_circuits.c. */
__attribute__((used)) static const char *const weft_wants_circuits = &weft_mpi_holds_circuits;

#endif
