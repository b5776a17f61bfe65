// A user's operation is told the datatype of the call; one function serves several.
//
// ranks: 1 2 3 5
// covers: MPI_Allreduce MPI_Op_create MPI_Op_free
#include "say.h"

static int wrong_types;

static void larger_magnitude(void *in, void *inout, int *length, MPI_Datatype *type)
{
    for (int i = 0; i < *length; i++) {
        if (*type == MPI_INT) {
            int *a = in, *b = inout;
            if ((a[i] < 0 ? -a[i] : a[i]) > (b[i] < 0 ? -b[i] : b[i]))
                b[i] = a[i];
        } else if (*type == MPI_DOUBLE) {
            double *a = in, *b = inout;
            if ((a[i] < 0 ? -a[i] : a[i]) > (b[i] < 0 ? -b[i] : b[i]))
                b[i] = a[i];
        } else {
            wrong_types++;
        }
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Op op;
    MPI_Op_create(larger_magnitude, 1, &op);
    int words[2] = {rank % 2 ? -5 * rank : 3 * rank, -1 - rank}, word_results[2];
    double reals[2] = {rank % 2 ? 0.25 : -0.5 * rank, 8.0 - rank}, real_results[2];
    MPI_Allreduce(words, word_results, 2, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Allreduce(reals, real_results, 2, MPI_DOUBLE, op, MPI_COMM_WORLD);
    say_ints("integers", word_results, 2);
    say("four times the reals: %d %d, wrong types %d", (int)(4 * real_results[0]), (int)(4 * real_results[1]),
        wrong_types);
    MPI_Op_free(&op);
    end();
}
