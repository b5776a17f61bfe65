/* The library's functions behind the MPI calls that are compiled in place. Included by <mpi.h>. */
#ifndef WEFT_MPI_LONG_WAY_H
#define WEFT_MPI_LONG_WAY_H

#include <weft/mpi_kernels.h>

int weft_mpi_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
/* The same for an ordinary message (weft_mpi_is_ordinary) that the quick way did not take; its arguments stand where
 * those of MPI_Send do, so that the quick way need not move them about. */
int weft_mpi_send_bytes(const void *buf, uint32_t bytes, uint32_t context, int dest, int tag);
int weft_mpi_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Status *status);
int weft_mpi_receive_bytes(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status);
int weft_mpi_reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                    MPI_Comm comm, weft_mpi_kernel *kernel);
int weft_mpi_allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       weft_mpi_kernel *kernel);
int weft_mpi_scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                  weft_mpi_kernel *kernel, bool is_exclusive);

#endif
