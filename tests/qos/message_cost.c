/* What the hints of single messages cost: rank 0 prints the cycles of a word there and back between ranks 0 and 1, over
 * MPI_COMM_WORLD, over a communicator without hints and over one whose messages have a priority, when no other rank
 * sends anything. */
#include <mpi.h>
#include <stdio.h>

#include "../../apps/stopwatch.h"

#define TIMES 16

static uint32_t there_and_back(MPI_Comm comm, int rank)
{
    int word = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    const uint32_t start = *COUNTER;
    for (int i = 0; i < TIMES; i++) {
        if (rank == 0) {
            MPI_Send(&word, 1, MPI_INT, 1, 0, comm);
            MPI_Recv(&word, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&word, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
            MPI_Send(&word, 1, MPI_INT, 0, 0, comm);
        }
    }
    return (*COUNTER - start) / TIMES;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Info info;
    MPI_Comm plain;
    MPI_Comm urgent;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "weft_scope", "message");
    MPI_Info_set(info, "weft_priority", "7");
    MPI_Comm_dup(MPI_COMM_WORLD, &plain);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &urgent);
    const uint32_t world = there_and_back(MPI_COMM_WORLD, rank);
    const uint32_t without = there_and_back(plain, rank);
    const uint32_t with = there_and_back(urgent, rank);
    if (rank == 0) {
        printf("world %lu without %lu with %lu\n", (unsigned long)world, (unsigned long)without, (unsigned long)with);
    }
    MPI_Finalize();
    return 0;
}
