// An operation that is associative but not commutative, on a derived type: products of matrices, in rank order.
//
// ranks: 1 2 3 5 8
// covers: MPI_Allreduce MPI_Exscan MPI_Op_create MPI_Op_free MPI_Reduce MPI_Scan MPI_Type_commit
// covers: MPI_Type_contiguous MPI_Type_free
#include "say.h"

enum { MODULUS = 10007 };

static void multiply(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int k = 0; k < *length; k++) {
        const int *a = (const int *)in + 4 * k;
        int *b = (int *)inout + 4 * k;
        const int product[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
                                a[2] * b[1] + a[3] * b[3]};
        for (int i = 0; i < 4; i++)
            b[i] = product[i] % MODULUS;
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Op op;
    MPI_Datatype matrix;
    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply, 0, &op);
    int mine[8] = {1, rank + 1, 0, 1, rank + 2, 1, 1, 0}, results[8];
    for (int root = 0; root < size; root++) {
        MPI_Reduce(mine, results, 2, matrix, op, root, MPI_COMM_WORLD);
        if (rank == root)
            say_ints("MPI_Reduce", results, 8);
    }
    MPI_Allreduce(mine, results, 2, matrix, op, MPI_COMM_WORLD);
    say_ints("MPI_Allreduce", results, 8);
    MPI_Scan(mine, results, 2, matrix, op, MPI_COMM_WORLD);
    say_ints("MPI_Scan", results, 8);
    MPI_Exscan(mine, results, 2, matrix, op, MPI_COMM_WORLD);
    if (rank > 0)
        say_ints("MPI_Exscan", results, 8);
    MPI_Op_free(&op);
    MPI_Type_free(&matrix);
    end();
}
