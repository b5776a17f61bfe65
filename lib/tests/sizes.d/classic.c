/* The 23 functions that docs/papers/ocmpi-qos.md lists, each once; every argument is known only at run time. */
#include <mpi.h>
volatile int count = 1, peer, tag, root;
int v[64], w[64];
char name[MPI_MAX_PROCESSOR_NAME];
volatile double seconds;
int main(int argc, char **argv)
{
    MPI_Status s;
    int rank, size, flag, length, version, subversion;
    MPI_Initialized(&flag);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Get_processor_name(name, &length);
    MPI_Get_version(&version, &subversion);
    seconds = MPI_Wtime() + MPI_Wtick();
    if (rank == 0)
        MPI_Send(v, count, MPI_INT, peer, tag, MPI_COMM_WORLD);
    else
        MPI_Recv(v, count, MPI_INT, peer, tag, MPI_COMM_WORLD, &s);
    MPI_Sendrecv(v, count, MPI_INT, peer, tag, w, count, MPI_INT, peer, tag, MPI_COMM_WORLD, &s);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(v, count, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Gather(v, count, MPI_INT, w, count, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Scatter(v, count, MPI_INT, w, count, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Allgather(v, count, MPI_INT, w, count, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(v, count, MPI_INT, w, count, MPI_INT, MPI_COMM_WORLD);
    MPI_Reduce(v, w, count, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    MPI_Allreduce(v, w, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scan(v, w, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(v, w, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    MPI_Finalized(&flag);
    return 0;
}
