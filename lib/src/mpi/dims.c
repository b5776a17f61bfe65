/* MPI_Dims_create: dimensions that are as equal as possible, in descending order (MPI 4.0, section 8.5.2).
 *
 * Of all products of that number of factors, the search finds one whose largest and smallest factor differ least. It
 * chooses the largest factor first, in ascending order. The best product so far bounds the search: no factor may be
 * further below the largest one than there.
 */
#include "mpi_internal.h"

#define MOST 32

struct search {
    int count;           /* number of factors, which are in descending order */
    uint32_t largest;    /* largest factor of the product that is tried */
    uint32_t least;      /* lower bound of its factors */
    uint32_t difference; /* between largest and smallest factor of the best product */
    uint32_t best[MOST]; /* in ascending order */
};

/* Tries products of `left` factors of value `rest`, none of them above `most`. Returns whether one was better than the
 * best so far. Each candidate is rounded up to the largest number with the same quotient, which skips numbers that are
 * no divisors. */
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
    uint32_t rest = (uint32_t)nnodes; /* ranks divided by the given dimensions; 0: they do not divide it */
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
    search.difference = rest; /* above any possible difference */
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
