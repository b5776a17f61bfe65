/* MPI_Reduce, MPI_Allreduce, MPI_Scan and MPI_Exscan (MPI 4.0, sections 6.9 and 6.11): they select the kernel of the
 * datatype. The compiler may inline them into the functions of a program, so that a program whose datatypes are
 * constants links only the kernels of these. */
#include "mpi_internal.h"

#include "arch/inlined.h"
#include "kernels.h"

/* Returns the kernel of a datatype: that of its type if the handle is a constant, otherwise one that selects at run
 * time. The compiler recognizes a constant handle, which is a pointer, only after conversion to an integer. */
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
