// Derived types on one side of every collective that moves data, plain numbers on the other.
//
// ranks: 2 3 5
// covers: MPI_Allgather MPI_Allgatherv MPI_Alltoall MPI_Gather MPI_Gatherv MPI_Scatter MPI_Type_commit
// covers: MPI_Type_create_resized MPI_Type_free MPI_Type_vector
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int spread[32], plain[16], counts[8], places[8];
    MPI_Datatype strided, pair;
    MPI_Type_vector(2, 1, 2, MPI_INT, &strided);
    MPI_Type_create_resized(strided, 0, 4 * sizeof(int), &pair);
    MPI_Type_commit(&pair);
    for (int i = 0; i < 32; i++)
        spread[i] = rank * 100 + i;
    for (int peer = 0; peer < size; peer++)
        counts[peer] = 2, places[peer] = 2 * (size - 1 - peer);
    MPI_Gather(spread, 1, pair, plain, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        say_ints("MPI_Gather", plain, 2 * size);
    MPI_Gatherv(spread, 1, pair, plain, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        say_ints("MPI_Gatherv", plain, 2 * size);
    MPI_Scatter(spread, 1, pair, plain, 2, MPI_INT, size - 1, MPI_COMM_WORLD);
    say_ints("MPI_Scatter", plain, 2);
    MPI_Allgather(spread, 1, pair, plain, 2, MPI_INT, MPI_COMM_WORLD);
    say_ints("MPI_Allgather", plain, 2 * size);
    MPI_Allgatherv(spread, 1, pair, plain, counts, places, MPI_INT, MPI_COMM_WORLD);
    say_ints("MPI_Allgatherv", plain, 2 * size);
    MPI_Alltoall(spread, 1, pair, plain, 2, MPI_INT, MPI_COMM_WORLD);
    say_ints("MPI_Alltoall", plain, 2 * size);
    for (int i = 0; i < 2 * size; i++)
        plain[i] = rank * 10 + i;
    MPI_Alltoall(plain, 2, MPI_INT, spread, 1, pair, MPI_COMM_WORLD);
    say_ints("MPI_Alltoall into gaps", spread, 4 * size);
    MPI_Type_free(&strided);
    MPI_Type_free(&pair);
    end();
}
