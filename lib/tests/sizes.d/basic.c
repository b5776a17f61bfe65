/* Blocking and non-blocking messages, and barriers; every argument is known only at run time. */
#include <mpi.h>
volatile int count = 1, peer, tag;
int v[64];
int main(int argc, char **argv)
{
    MPI_Request q;
    MPI_Status s;
    int r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    if (r == 0)
        MPI_Send(v, count, MPI_INT, peer, tag, MPI_COMM_WORLD);
    else
        MPI_Recv(v, count, MPI_INT, peer, tag, MPI_COMM_WORLD, &s);
    MPI_Isend(v, count, MPI_INT, peer, tag, MPI_COMM_WORLD, &q);
    MPI_Wait(&q, &s);
    MPI_Irecv(v, count, MPI_INT, peer, tag, MPI_COMM_WORLD, &q);
    MPI_Wait(&q, &s);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
