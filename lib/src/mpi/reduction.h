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
#include "kernels.h"

struct weft_mpi_reduction {
    /* What the caller of a function gives. */
    const void *own;
    void *result;
    int count;
    MPI_Datatype type;
    MPI_Op op;
    weft_mpi_kernel *kernel;
    int32_t tag;

    struct weft_mpi_comm *comm;
    uint32_t is_users; /* is the operation? A word is loaded by a shorter instruction than a byte. */
    int32_t root;      /* of a reduction to one rank */
    bool reads_only;   /* steps do not write this rank's own values, and have them where the program has them */
    struct weft_mpi_shape shape;
    int piece; /* elements worked on at a time */
};

/* Whether any steps do so: a library that is compiled to be small copies the values always. */
#define WEFT_MPI_READS_ONLY (!WEFT_SMALL)

/* reduction.c: finds the communicator, checks operation and datatype. */
int weft_mpi_begin_reduction(struct weft_mpi_reduction *reduction, const char *function, MPI_Comm comm);

/* reduction.c: checks the buffers. This rank's values may stand where its result goes, if `may_be_in_place`; it has a
 * result, if it `writes`. */
int weft_mpi_check_operands(struct weft_mpi_reduction *reduction, bool may_be_in_place, bool writes);

/* One piece of a reduction among all ranks: `*mine` holds this rank's values in one of the two spaces, and then its
 * result, in the same or the other. */
typedef int weft_mpi_step(const struct weft_mpi_reduction *reduction, uint8_t **mine, int count);

/* reduction.c: takes a step for each piece of `own`; where `result` is not null this rank's results go there. */
int weft_mpi_in_pieces(const struct weft_mpi_reduction *reduction, const void *own, void *result, int count,
                       weft_mpi_step *step);

/* reduction.c: higher = lower op higher, element by element. */
void weft_mpi_apply(const struct weft_mpi_reduction *reduction, const void *lower, void *higher, int count);

/* reduction.c: `count` elements from `first` on, as data. */
struct weft_mpi_data weft_mpi_operands(const struct weft_mpi_reduction *reduction, const void *first, int count);

/* reduction.c: space `number` (0 or 1), as the address of an element in it. */
uint8_t *weft_mpi_space(const struct weft_mpi_reduction *reduction, int number);

/* kernels.c: which operation is legal on which datatype. */
bool weft_mpi_is_legal(MPI_Op op, MPI_Datatype datatype);

/* reduce.c: to one root, checked. */
int weft_mpi_reduce_to(struct weft_mpi_reduction *reduction, const void *own, int count, int32_t root);

/* exchange.c: a step of MPI_Allreduce of little data. */
weft_mpi_step weft_mpi_exchange;

#endif
