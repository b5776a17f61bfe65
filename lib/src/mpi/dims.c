/* MPI_Dims_create: dimensions as equal as they can be, in falling order (MPI 4.0, section 8.5.2). */
#include "mpi_internal.h"

static int largest_prime(int number)
{
    int largest = 1;
    for (int prime = 2; prime * prime <= number; prime++) {
        while (number % prime == 0) {
            number /= prime;
            largest = prime;
        }
    }
    return number > 1 ? number : largest;
}

/* Splits ranks into factors, in falling order: of the prime ones the largest first, each to the factor that is the
 * smallest then, the last. */
static void factor(int ranks, int count, int factors[])
{
    for (int i = 0; i < count; i++) {
        factors[i] = 1;
    }
    for (; ranks > 1; ranks /= largest_prime(ranks)) {
        int place = count - 1;
        const int grown = factors[place] * largest_prime(ranks);
        for (; place > 0 && factors[place - 1] < grown; place--) {
            factors[place] = factors[place - 1];
        }
        factors[place] = grown;
    }
}

int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    int factors[32];
    int free = 0;
    int rest = nnodes;
    weft_mpi_enter("MPI_Dims_create");
    bool right = nnodes > 0 && ndims >= 0 && ndims <= 32;
    for (int i = 0; right && i < ndims; i++) {
        if (dims[i] == 0) {
            free++;
        } else {
            right = dims[i] > 0 && rest % dims[i] == 0;
            rest /= dims[i];
        }
    }
    if (!right || (free == 0 && rest != 1)) {
        return weft_mpi_error(MPI_ERR_DIMS, "no grid of %d dimensions for %d ranks", ndims, nnodes);
    }
    factor(rest, free, factors);
    for (int i = ndims - 1; i >= 0; i--) {
        dims[i] = dims[i] == 0 ? factors[--free] : dims[i];
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Dims_create)
