/* Included in one file of a program, makes the library open the circuits that WEFT_CIRCUIT asks for
 * (docs/library/qos.md). Where the platform or its link has none, it is empty. */
#ifndef WEFT_MPI_CIRCUITS_H
#define WEFT_MPI_CIRCUITS_H

#include <mpi.h>

#if __has_include(<weft/hold_circuits.h>)
#include <weft/hold_circuits.h>
#endif

#endif
