/* What reductions share: the operation on a datatype, and space for partial results.
 *
 * There is no heap, so that a rank that passes partial results on works on a piece of the data at a time, in two
 * buffers of fixed size. The operand of the lower rank always stands first: operations need not commute, and all ranks
 * that compute the same result compute the same bits.
 */
#ifndef WEFT_MPI_REDUCTION_H
#define WEFT_MPI_REDUCTION_H

#include "algorithms.h"
#include "collective.h"

struct weft_mpi_reduction {
    struct weft_mpi_collective collective;
    weft_mpi_kernel *kernel;
    MPI_Op op;
    MPI_Datatype type;
    int piece; /* elements worked on at a time */
};

/* reduction.c: checks operation and datatype; the communicator has been found. */
int weft_mpi_check_reduction(struct weft_mpi_reduction *reduction, MPI_Datatype type);

/* reduction.c: checks the buffers that a rank reads its values from and writes the result to; null: it does not. */
int weft_mpi_check_operands(const struct weft_mpi_reduction *reduction, const void *own, const void *result, int count);

/* reduction.c: higher = lower op higher, element by element. */
void weft_mpi_apply(const struct weft_mpi_reduction *reduction, const void *lower, void *higher, int count);

/* reduction.c: the place of an element; `count` elements from there on, as data; a copy of them. */
uint8_t *weft_mpi_operand(const struct weft_mpi_reduction *reduction, const void *buffer, int index);
struct weft_mpi_data weft_mpi_operands(const struct weft_mpi_reduction *reduction, const void *first, int count);
void weft_mpi_copy_operands(const struct weft_mpi_reduction *reduction, const void *from, void *to, int count);

/* reduction.c: space `number` (0 or 1), as the address of an element in it. */
uint8_t *weft_mpi_space(const struct weft_mpi_reduction *reduction, int number);

/* The number of elements in the next piece. */
static inline int weft_mpi_next(const struct weft_mpi_reduction *reduction, int left)
{
    return left < reduction->piece ? left : reduction->piece;
}

/* reduce.c: to one root, checked. */
int weft_mpi_reduce_to(const struct weft_mpi_reduction *reduction, const void *own, void *result, int count,
                       int32_t root);

/* exchange.c: MPI_Allreduce of at most one piece, checked. */
int weft_mpi_exchange(const struct weft_mpi_reduction *reduction, const void *own, void *result, int count);

#endif
