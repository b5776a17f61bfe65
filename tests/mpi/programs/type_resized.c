// Columns with the extent of one number: a scatter deals the columns of a matrix to the ranks.
//
// ranks: 2 3 5
// covers: MPI_Gather MPI_Scatter MPI_Type_commit MPI_Type_create_resized MPI_Type_free MPI_Type_vector
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int matrix[4 * 8], mine[4];
    for (int i = 0; i < 4 * size; i++)
        matrix[i] = rank == 0 ? i : -1;
    MPI_Datatype strided, column;
    MPI_Type_vector(4, 1, size, MPI_INT, &strided);
    MPI_Type_create_resized(strided, 0, sizeof(int), &column);
    MPI_Type_commit(&column);
    MPI_Scatter(matrix, 1, column, mine, 4, MPI_INT, 0, MPI_COMM_WORLD);
    say_ints("column", mine, 4);
    for (int i = 0; i < 4; i++)
        mine[i] = -mine[i];
    MPI_Gather(mine, 4, MPI_INT, matrix, 1, column, 0, MPI_COMM_WORLD);
    if (rank == 0)
        say_ints("matrix", matrix, 4 * size);
    MPI_Type_free(&strided);
    MPI_Type_free(&column);
    end();
}
