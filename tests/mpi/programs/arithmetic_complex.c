// Sums and products of complex numbers with imaginary parts.
//
// ranks: 1 2 3 5
// covers: MPI_Allreduce
#include "say.h"
#include <complex.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    float complex single = (float)(rank + 1) + 1.0f * I, single_result;
    double complex twofold = 1.0 - (double)(rank + 1) * I, twofold_result;
    long double complex extended = 2.0L * I, extended_result;
    const MPI_Op ops[2] = {MPI_SUM, MPI_PROD};
    for (int i = 0; i < 2; i++) {
        MPI_Allreduce(&single, &single_result, 1, MPI_C_FLOAT_COMPLEX, ops[i], MPI_COMM_WORLD);
        MPI_Allreduce(&twofold, &twofold_result, 1, MPI_C_DOUBLE_COMPLEX, ops[i], MPI_COMM_WORLD);
        MPI_Allreduce(&extended, &extended_result, 1, MPI_C_LONG_DOUBLE_COMPLEX, ops[i], MPI_COMM_WORLD);
        say("%s: %d%+di %d%+di %d%+di", i == 0 ? "sums" : "products", (int)crealf(single_result),
            (int)cimagf(single_result), (int)creal(twofold_result), (int)cimag(twofold_result),
            (int)creall(extended_result), (int)cimagl(extended_result));
    }
    end();
}
