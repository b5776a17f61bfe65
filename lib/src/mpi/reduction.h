/* Common to all reductions: the operation on a datatype, and buffers for partial results.
 *
 * There is no heap, so a rank that passes on partial results processes the data in pieces, in two buffers (*spaces*) of
 * fixed size. The operand of the lower rank is always the left one: operations need not commute, and all ranks that
 * compute the same result compute the same bits.
 */
#ifndef WEFT_MPI_REDUCTION_H
#define WEFT_MPI_REDUCTION_H

#include "algorithms.h"
#include "collective.h"
#include "kernels.h"

struct weft_mpi_reduction {
    /* Arguments of the MPI function. */
    const void *own;
    void *result;
    int count;
    MPI_Datatype type;
    MPI_Op op;
    weft_mpi_kernel *kernel;
    int32_t tag;

    struct weft_mpi_comm *comm;
    uint32_t is_users; /* whether the operation is user-defined; a word, since an instruction that loads a word is
                        * shorter than one that loads a byte */
    int32_t root;      /* for a reduction to one rank */
    bool reads_only;   /* steps do not modify this rank's own values, and read them in the program's buffer */
    struct weft_mpi_shape shape;
    int piece; /* maximum elements in a piece */
};

/* Whether `reads_only` is used: a library compiled for size always copies the values. */
#define WEFT_MPI_READS_ONLY (!WEFT_SMALL)

/* reduction.c: looks up the communicator, checks operation and datatype. */
int weft_mpi_begin_reduction(struct weft_mpi_reduction *reduction, const char *function, MPI_Comm comm);

/* reduction.c: checks the buffers. `may_be_in_place`: MPI_IN_PLACE is allowed, and this rank's values are then in the
 * result buffer. `writes`: this rank has a result. */
int weft_mpi_check_operands(struct weft_mpi_reduction *reduction, bool may_be_in_place, bool writes);

/* Reduces one piece among all ranks: before, `*mine` points to this rank's values in one of the two spaces; after, to
 * its result, in the same space or the other. */
typedef int weft_mpi_step(const struct weft_mpi_reduction *reduction, uint8_t **mine, int count);

/* reduction.c: performs a step for each piece of `own`. If `result` is not null, this rank's results are copied
 * there. */
int weft_mpi_in_pieces(const struct weft_mpi_reduction *reduction, const void *own, void *result, int count,
                       weft_mpi_step *step);

/* reduction.c: higher = lower op higher, element by element. */
void weft_mpi_apply(const struct weft_mpi_reduction *reduction, const void *lower, void *higher, int count);

/* reduction.c: returns `count` elements from `first` on, as data. */
struct weft_mpi_data weft_mpi_operands(const struct weft_mpi_reduction *reduction, const void *first, int count);

/* reduction.c: returns the address of the first element in space `number` (0 or 1). */
uint8_t *weft_mpi_space(const struct weft_mpi_reduction *reduction, int number);

/* kernels.c: is the operation defined for the datatype? */
bool weft_mpi_is_legal(MPI_Op op, MPI_Datatype datatype);

/* reduce.c: reduces to one root; arguments are checked. */
int weft_mpi_reduce_to(struct weft_mpi_reduction *reduction, const void *own, int count, int32_t root);

/* exchange.c: the step of MPI_Allreduce of little data. */
weft_mpi_step weft_mpi_exchange;

#endif
