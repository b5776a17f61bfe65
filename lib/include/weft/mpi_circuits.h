/* Include this header in one file of a program to make the library open the circuits that WEFT_CIRCUIT requests
 * (docs/library/qos.md). It has no effect where the platform or its link has no circuits. */
#ifndef WEFT_MPI_CIRCUITS_H
#define WEFT_MPI_CIRCUITS_H

#include <mpi.h>

#if __has_include(<weft/hold_circuits.h>)
#include <weft/hold_circuits.h>
#endif

#endif
