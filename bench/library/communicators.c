/* What a message there and back costs between two ranks in MPI_COMM_WORLD, in a duplicate of it, and in the ninth one,
 * in cycles: the least of sixteen. Then in a tenth, in which no shorter message goes before. Data and lengths are known
 * only at run time.
 *
 *     weft run -q -n 2 bench/library/communicators.c
 */
#include "../../apps/stopwatch.h"
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TRIALS 16
#define DUPLICATES 10

static const int lengths[] = {4, 32, 64, 256, 1024, 4096};
static uint8_t buffer[4096];
static int rank;

static void send(int bytes, MPI_Comm comm)
{
    MPI_Send(buffer, bytes, MPI_BYTE, 1 - rank, 7, comm);
}

static void receive(int bytes, MPI_Comm comm)
{
    MPI_Recv(buffer, bytes, MPI_BYTE, 1 - rank, 7, comm, MPI_STATUS_IGNORE);
}

/* The communicator is a constant where it is MPI_COMM_WORLD, as it is in programs. */
static void there_and_back(int bytes, MPI_Comm comm)
{
    if (rank == 0) {
        comm == MPI_COMM_WORLD ? send(bytes, MPI_COMM_WORLD) : send(bytes, comm);
        comm == MPI_COMM_WORLD ? receive(bytes, MPI_COMM_WORLD) : receive(bytes, comm);
    } else {
        comm == MPI_COMM_WORLD ? receive(bytes, MPI_COMM_WORLD) : receive(bytes, comm);
        comm == MPI_COMM_WORLD ? send(bytes, MPI_COMM_WORLD) : send(bytes, comm);
    }
}

static uint32_t least(int bytes, MPI_Comm comm)
{
    uint32_t least = UINT32_MAX;
    for (int trial = 0; trial < TRIALS; trial++) {
        const uint32_t from = before(COUNTER);
        there_and_back(bytes, comm);
        const uint32_t cycles = after(COUNTER) - from - 1;
        least = cycles < least ? cycles : least;
    }
    return least;
}

int main(void)
{
    MPI_Comm duplicates[DUPLICATES];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int number = 0; number < DUPLICATES; number++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &duplicates[number]);
    }
    for (unsigned number = 0; number < sizeof lengths / sizeof *lengths; number++) {
        const int bytes = lengths[number];
        const uint32_t cycles[] = {least(bytes, MPI_COMM_WORLD), least(bytes, duplicates[0]),
                                   least(bytes, duplicates[DUPLICATES - 2])};
        if (rank == 0) {
            printf("%4d bytes: world %5u, duplicate %5u, ninth %5u\n", bytes, (unsigned)cycles[0], (unsigned)cycles[1],
                   (unsigned)cycles[2]);
        }
    }
    const uint32_t first = least(256, duplicates[DUPLICATES - 1]);
    if (rank == 0) {
        printf(" 256 bytes, none shorter before: tenth %5u\n", (unsigned)first);
    }
    for (int number = 0; number < DUPLICATES; number++) {
        MPI_Comm_free(&duplicates[number]);
    }
    MPI_Finalize();
    return 0;
}
