/* The functions that <mpi.h> compiles into their callers, for callers compiled without optimization, and as PMPI_. */
#include "mpi_internal.h"

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return weft_mpi_send(buf, count, datatype, dest, tag, comm);
}
WEFT_MPI_NAME(Send)

int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    return weft_mpi_receive(buf, count, datatype, source, tag, comm, status);
}
WEFT_MPI_NAME(Recv)

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                MPI_Comm comm)
{
    return weft_mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, weft_mpi_kernel_any);
}
WEFT_MPI_NAME(Reduce)

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return weft_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm, weft_mpi_kernel_any);
}
WEFT_MPI_NAME(Allreduce)

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return weft_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm, weft_mpi_kernel_any, false);
}
WEFT_MPI_NAME(Scan)

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return weft_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm, weft_mpi_kernel_any, true);
}
WEFT_MPI_NAME(Exscan)
