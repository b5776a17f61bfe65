/* MPI_Dims_create: dimensions as equal as they can be, in falling order (MPI 4.0, section 8.5.2).
 *
 * Of all products of that number of factors, the one whose largest and smallest factor differ least is found by trying
 * them, the largest factor first, and for it small values before large ones. The best product so far bounds what is
 * worth trying: no factor may be further below the largest one than there.
 */
#include "mpi_internal.h"

#define MOST 32

struct search {
    int count;           /* factors, in falling order */
    uint32_t largest;    /* of the product that is tried */
    uint32_t least;      /* that its factors may be */
    uint32_t difference; /* between the largest factor and the smallest of the best product */
    uint32_t best[MOST]; /* the smallest first */
};

/* Tries products of `left` factors for `rest`, none of them above `most`; whether there was a better one. A divisor is
 * the greatest number that has its quotient, so that the others are passed over. */
static bool try_products(struct search *search, int left, uint32_t rest, uint32_t most)
{
    bool is_better = false;
    if (left == 0) {
        if (rest == 1) {
            search->difference = search->largest - most;
            search->least = most + 1;
        }
        return rest == 1;
    }
    for (uint32_t factor = search->least; factor <= rest; factor++) {
        factor = rest / (rest / factor);
        if (factor > most) {
            break;
        }
        if (rest % factor != 0) {
            continue;
        }
        if (left == search->count) {
            search->largest = factor;
            search->least = factor > search->difference ? factor - search->difference + 1 : 1;
        }
        if (try_products(search, left - 1, rest / factor, factor)) {
            is_better = true;
            search->best[left - 1] = factor;
        }
    }
    return is_better;
}

int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    int free = 0;
    uint32_t rest = (uint32_t)nnodes; /* ranks for each place of the given dimensions; 0: they do not divide them */
    weft_mpi_enter("MPI_Dims_create");
    for (int i = 0; i < ndims; i++) {
        const uint32_t given = (uint32_t)dims[i]; /* a negative one divides nothing */
        if (given == 0) {
            free++;
        } else {
            rest = rest % given == 0 ? rest / given : 0;
        }
    }
    struct search search;
    search.count = free;
    search.least = 1;
    search.difference = rest; /* more than there can be */
    if (nnodes <= 0 || free > MOST || !try_products(&search, free, rest, rest)) {
        return weft_mpi_error(MPI_ERR_DIMS, "no grid of %d dimensions for %d ranks", ndims, nnodes);
    }
    for (int i = 0; i < ndims; i++) {
        if (dims[i] == 0) {
            dims[i] = (int)search.best[--free];
        }
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Dims_create)
