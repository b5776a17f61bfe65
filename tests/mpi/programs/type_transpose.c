// A matrix is transposed by a vector of vectors, on its way to the next rank.
//
// ranks: 2 5
// covers: MPI_Sendrecv MPI_Type_commit MPI_Type_create_hvector MPI_Type_free MPI_Type_vector
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int matrix[3][4], transposed[12];
    for (int i = 0; i < 12; i++)
        matrix[i / 4][i % 4] = rank * 100 + i;
    MPI_Datatype column, columns;
    MPI_Type_vector(3, 1, 4, MPI_INT, &column);
    MPI_Type_create_hvector(4, 1, sizeof(int), column, &columns);
    MPI_Type_commit(&columns);
    MPI_Sendrecv(matrix, 1, columns, (rank + 1) % size, 0, transposed, 12, MPI_INT, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say_ints("transposed", transposed, 12);
    MPI_Type_free(&column);
    MPI_Type_free(&columns);
    end();
}
