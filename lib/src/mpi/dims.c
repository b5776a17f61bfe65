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

/* Of the dimensions that are free, the smallest. */
static int *smallest(int ndims, int dims[], const bool *free)
{
    int *found = NULL;
    for (int i = 0; i < ndims; i++) {
        if (free[i] && (!found || dims[i] < *found)) {
            found = &dims[i];
        }
    }
    return found;
}

static void sort_falling(int ndims, int dims[], const bool *free)
{
    for (int i = 0; i < ndims; i++) {
        for (int j = i + 1; j < ndims; j++) {
            if (free[i] && free[j] && dims[i] < dims[j]) {
                const int larger = dims[j];
                dims[j] = dims[i];
                dims[i] = larger;
            }
        }
    }
}

/* Prime factors, the largest first, each to the dimension that is the smallest then. */
int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    bool free[32] = {false};
    bool any = false;
    int rest = nnodes;
    weft_mpi_enter("MPI_Dims_create");
    bool right = nnodes > 0 && ndims >= 0 && ndims <= 32;
    for (int i = 0; right && i < ndims; i++) {
        free[i] = dims[i] == 0;
        any = any || free[i];
        right = dims[i] >= 0 && (free[i] || rest % dims[i] == 0);
        rest = right && !free[i] ? rest / dims[i] : rest;
    }
    if (!right || (!any && rest != 1)) {
        return weft_mpi_error(MPI_ERR_DIMS, "no grid of %d dimensions for %d ranks", ndims, nnodes);
    }
    for (int i = 0; i < ndims; i++) {
        dims[i] = free[i] ? 1 : dims[i];
    }
    for (; rest > 1; rest /= largest_prime(rest)) {
        *smallest(ndims, dims, free) *= largest_prime(rest);
    }
    sort_falling(ndims, dims, free);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Dims_create)
