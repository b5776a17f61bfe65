// The ends of the number ranges: signed comparison, unsigned sums that wrap, the smallest and largest reals. (Not
// unsigned comparison: MPICH 4.0 compares unsigned numbers as if they were signed.)
//
// ranks: 1 2 3
// covers: MPI_Allreduce
#include "say.h"
#include <limits.h>
#include <stdint.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    signed char small = rank == 0 ? SCHAR_MIN : SCHAR_MAX, small_result;
    MPI_Allreduce(&small, &small_result, 1, MPI_SIGNED_CHAR, MPI_MIN, MPI_COMM_WORLD);
    say("signed char %d", small_result);
    int64_t wide = rank == 0 ? INT64_MIN : INT64_MAX, least, most;
    MPI_Allreduce(&wide, &least, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&wide, &most, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    say("least %d, most %d", least == INT64_MIN, most == (size > 1 ? INT64_MAX : INT64_MIN));
    uint32_t word = UINT32_MAX - (uint32_t)rank, word_sum;
    uint16_t half = 50000, half_product;
    MPI_Allreduce(&word, &word_sum, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&half, &half_product, 1, MPI_UINT16_T, MPI_SUM, MPI_COMM_WORLD);
    say("wrapped %d %d", (int)(UINT32_MAX - word_sum), half_product);
    double real = rank == 0 ? -1e300 : 1e-300, smallest, largest;
    MPI_Allreduce(&real, &smallest, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&real, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    say("reals %d %d", smallest == -1e300, largest == (size > 1 ? 1e-300 : -1e300));
    end();
}
