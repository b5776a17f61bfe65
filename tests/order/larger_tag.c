/* A receive with much room meets the message of a larger tag first: larger_tag ROOM
 *
 * Rank 0 sends 100 bytes with tag 2, and then ROOM bytes with tag 1; rank 1 receives tag 1, with just that room, and
 * then tag 2. Every byte says of which message it is.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEW 100

static void check(const unsigned char *buffer, int length, int tag, const MPI_Status *status)
{
    int count;
    MPI_Get_count(status, MPI_BYTE, &count);
    for (int i = 0; i < length; i++) {
        if (buffer[i] != tag) {
            count = -1;
        }
    }
    printf("tag %d: %s\n", status->MPI_TAG, count == length && status->MPI_TAG == tag ? "right" : "wrong");
}

static void send(int room)
{
    static unsigned char few[FEW];
    unsigned char *const many = malloc((size_t)room);
    memset(few, 2, FEW);
    memset(many, 1, (size_t)room);
    MPI_Request request;
    MPI_Isend(few, FEW, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &request);
    MPI_Send(many, room, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(many);
}

static void receive(int room)
{
    unsigned char *const buffer = calloc((size_t)room, 1);
    MPI_Status status;
    MPI_Recv(buffer, room, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status);
    check(buffer, room, 1, &status);
    MPI_Recv(buffer, room, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &status);
    check(buffer, FEW, 2, &status);
    free(buffer);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (rank == 0 ? send : receive)(argc > 1 ? atoi(argv[1]) : 1);
    MPI_Finalize();
    return 0;
}
