/* MPI_Reduce, MPI_Allreduce, MPI_Scan and MPI_Exscan (MPI 4.0, sections 5.9 and 5.11): they pick the arithmetic of the
 * datatype. The compiler may put them into the functions of a program: a datatype that is a constant then brings its
 * own arithmetic alone into the program. */
#include "mpi_internal.h"

#include "arch/inlined.h"
#include "kernels.h"

/* The kernel of a datatype that is a constant, or of one that will be known when the program runs. The compiler
 * recognizes a constant handle, which is a pointer, only in a variable that is a number. */
__attribute__((always_inline)) static inline weft_mpi_kernel *kernel_of(MPI_Datatype datatype)
{
    const uint32_t type = (uint32_t)(uintptr_t)datatype;
    return __builtin_constant_p(type) ? weft_mpi_pick_kernel(datatype) : weft_mpi_kernel_any;
}

WEFT_INLINED int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                             MPI_Comm comm)
{
    return weft_mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, kernel_of(datatype));
}
WEFT_MPI_NAME(Reduce)

WEFT_INLINED int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                MPI_Comm comm)
{
    return weft_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm, kernel_of(datatype));
}
WEFT_MPI_NAME(Allreduce)

WEFT_INLINED int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                           MPI_Comm comm)
{
    return weft_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm, kernel_of(datatype), false);
}
WEFT_MPI_NAME(Scan)

WEFT_INLINED int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                             MPI_Comm comm)
{
    return weft_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm, kernel_of(datatype), true);
}
WEFT_MPI_NAME(Exscan)
