// A column of a matrix is sent as a vector and received as a row.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_free MPI_Type_vector
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int matrix[5][6], row[5] = {0};
    for (int i = 0; i < 30; i++)
        matrix[i / 6][i % 6] = i;
    MPI_Datatype column;
    MPI_Type_vector(5, 1, 6, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 0) {
        MPI_Send(&matrix[0][2], 1, column, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&matrix[0][4], 1, column, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 5; i++)
            say_ints("row", matrix[i], 6);
    } else {
        MPI_Recv(row, 5, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        say_ints("column", row, 5);
        for (int i = 0; i < 5; i++)
            row[i] += 100;
        MPI_Send(row, 5, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    MPI_Type_free(&column);
    end();
}
