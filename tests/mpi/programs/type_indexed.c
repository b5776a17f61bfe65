// The upper triangle of a matrix as an indexed type; what lies below it stays untouched.
//
// ranks: 2
// covers: MPI_Bcast MPI_Type_commit MPI_Type_free MPI_Type_indexed
#include "say.h"

enum { N = 5 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int matrix[N * N], lengths[N], places[N];
    for (int i = 0; i < N * N; i++)
        matrix[i] = rank == 0 ? i : -1;
    for (int i = 0; i < N; i++) {
        lengths[i] = N - i;
        places[i] = i * N + i;
    }
    MPI_Datatype triangle;
    MPI_Type_indexed(N, lengths, places, MPI_INT, &triangle);
    MPI_Type_commit(&triangle);
    MPI_Bcast(matrix, 1, triangle, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        say_ints("row", matrix + i * N, N);
    MPI_Type_free(&triangle);
    end();
}
