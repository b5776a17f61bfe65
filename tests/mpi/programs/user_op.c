// An operation of the program's own, commutative: the greatest common divisor.
//
// ranks: 1 2 3 5 8
// covers: MPI_Allreduce MPI_Op_create MPI_Op_free MPI_Reduce_local MPI_Scan
#include "say.h"

static void greatest_divisor(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    const int *a = in;
    int *b = inout;
    for (int i = 0; i < *length; i++) {
        int x = a[i], y = b[i];
        while (y != 0) {
            int rest = x % y;
            x = y, y = rest;
        }
        b[i] = x;
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Op op;
    int values[3] = {12 * (rank + 1), 30 + 45 * rank, 7 * (rank + 2)}, results[3] = {0};
    MPI_Op_create(greatest_divisor, 1, &op);
    MPI_Allreduce(values, results, 3, MPI_INT, op, MPI_COMM_WORLD);
    say_ints("of all", results, 3);
    MPI_Scan(values, results, 3, MPI_INT, op, MPI_COMM_WORLD);
    say_ints("so far", results, 3);
    MPI_Reduce_local(values, results, 3, MPI_INT, op);
    say_ints("local", results, 3);
    MPI_Op_free(&op);
    say("freed %d", op == MPI_OP_NULL);
    end();
}
