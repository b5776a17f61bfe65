// An inner block of a three-dimensional array, in C order and in Fortran order.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_create_subarray MPI_Type_free
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int cube[60], block[8];
    const int sizes[3] = {3, 4, 5}, subsizes[3] = {2, 2, 2}, starts[3] = {1, 2, 1};
    const int orders[2] = {MPI_ORDER_C, MPI_ORDER_FORTRAN};
    for (int i = 0; i < 2; i++) {
        MPI_Datatype inner;
        for (int k = 0; k < 60; k++)
            cube[k] = rank == 0 ? k : 0;
        MPI_Type_create_subarray(3, sizes, subsizes, starts, orders[i], MPI_INT, &inner);
        MPI_Type_commit(&inner);
        if (rank == 0) {
            MPI_Send(cube, 1, inner, 1, 0, MPI_COMM_WORLD);
            MPI_Send(cube, 1, inner, 1, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv(block, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(cube, 1, inner, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            say_ints("block", block, 8);
            say_ints("cube", cube, 60);
        }
        MPI_Type_free(&inner);
    }
    end();
}
