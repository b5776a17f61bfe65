/* MPI calls that wait too long end in time with MPIX_ERR_TIMEOUT, and no data of a request that was given up arrive
 * anywhere. Built with -D WEFT_TIMEOUT=CYCLES. Rank 1 makes no call until rank 0 has waited for all requests without
 * success. */
#include "check.h"

#include <string.h>

#ifndef WEFT_TIMEOUT
#error "build with -D WEFT_TIMEOUT=CYCLES"
#endif

/* Longer than any message that a link accepts before its receive is posted. */
#ifdef __riscv
enum { LONG = 5000, WAITS = 12 };
#else
enum { LONG = 500000, WAITS = 12 };
#endif
static char large[LONG], other[LONG];
static int complaints;

static void complain(MPI_Comm *comm, int *code, ...)
{
    complaints += *comm != MPI_COMM_NULL && *code == MPIX_ERR_TIMEOUT;
}

static void in_vain(void)
{
    const MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request requests[2];
    MPI_Message message;
    MPI_Status status;
    int word = 0;
    int index;
    char name[MPI_MAX_ERROR_STRING];
    memset(large, 1, LONG);
    CHECK(MPI_Recv(&word, 1, MPI_INT, 1, 5, world, &status) == MPIX_ERR_TIMEOUT);
    CHECK(MPI_Probe(MPI_ANY_SOURCE, 5, world, &status) == MPIX_ERR_TIMEOUT);
    CHECK(MPI_Mprobe(1, 5, world, &message, &status) == MPIX_ERR_TIMEOUT);
    CHECK(MPI_Send(large, LONG, MPI_CHAR, 1, 7, world) == MPIX_ERR_TIMEOUT);
    CHECK(MPI_Ssend(&word, 1, MPI_INT, 1, 8, world) == MPIX_ERR_TIMEOUT);
    CHECK(MPI_Sendrecv(&word, 1, MPI_INT, 1, 9, &word, 1, MPI_INT, 1, 6, world, &status) == MPIX_ERR_TIMEOUT);
    MPI_Irecv(&word, 1, MPI_INT, 1, 10, world, &requests[0]);
    MPI_Issend(large, LONG, MPI_CHAR, 1, 11, world, &requests[1]);
    CHECK(MPI_Wait(&requests[0], &status) == MPIX_ERR_TIMEOUT && requests[0] != MPI_REQUEST_NULL);
    CHECK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE) == MPIX_ERR_TIMEOUT);
    CHECK(MPI_Waitany(2, requests, &index, &status) == MPIX_ERR_TIMEOUT);
    MPI_Cancel(&requests[0]);
    CHECK(MPI_Wait(&requests[0], &status) == MPI_SUCCESS);
    MPI_Error_string(MPIX_ERR_TIMEOUT, name, &index);
    CHECK(strcmp(name, "MPI_ERR_TIMEOUT") == 0);
    CHECK(complaints == 9);
    memset(large, 3, LONG);
    CHECK(MPI_Send(&word, 1, MPI_INT, 1, 99, world) == MPI_SUCCESS); /* rank 1 may go on */
    while (MPI_Wait(&requests[1], &status) == MPIX_ERR_TIMEOUT) {
    }
}

/* Nothing of what rank 0 has given up arrives, in particular not instead of what it sends afterwards. */
static void afterwards(void)
{
    const MPI_Comm world = MPI_COMM_WORLD;
    MPI_Status status;
    int word = -1;
    if (rank == 1) {
        while (MPI_Recv(&word, 1, MPI_INT, 0, 99, world, &status) == MPIX_ERR_TIMEOUT) {
        }
        CHECK(MPI_Recv(other, LONG, MPI_CHAR, 0, 7, world, &status) == MPIX_ERR_TIMEOUT);
        CHECK(MPI_Recv(&word, 1, MPI_INT, 0, 8, world, &status) == MPIX_ERR_TIMEOUT);
        CHECK(MPI_Recv(&word, 1, MPI_INT, 0, 9, world, &status) == MPI_SUCCESS); /* it was sent at once */
        CHECK(MPI_Recv(other, LONG, MPI_CHAR, 0, 11, world, &status) == MPI_SUCCESS && other[LONG - 1] == 3);
        CHECK(MPI_Send("right", 6, MPI_CHAR, 0, 12, world) == MPI_SUCCESS);
        CHECK(MPI_Recv(other, LONG, MPI_CHAR, 0, 13, world, &status) == MPI_SUCCESS && other[LONG - 1] == 4);
    } else {
        while (MPI_Recv(other, 6, MPI_CHAR, 1, 12, world, &status) == MPIX_ERR_TIMEOUT) {
        }
        CHECK(strcmp(other, "right") == 0);
        memset(large, 4, LONG);
        CHECK(MPI_Send(large, LONG, MPI_CHAR, 1, 13, world) == MPI_SUCCESS);
    }
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler;
    begin(&argc, &argv);
    MPI_Comm_create_errhandler(complain, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (rank == 0) {
        const double start = MPI_Wtime();
        in_vain();
        CHECK(MPI_Wtime() - start > complaints * (double)WEFT_TIMEOUT * MPI_Wtick());
    } else {
        const double start = MPI_Wtime();
        while (MPI_Wtime() - start < (WAITS + 1) * (double)WEFT_TIMEOUT * MPI_Wtick()) {
        }
    }
    afterwards();
    return finish();
}
