/* MPI_Gather and MPI_Gatherv. The root receives from one rank after the other: a tree would need a heap. */
#include "collective.h"

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    static const struct weft_mpi_distribution gather = {"MPI_Gather", WEFT_MPI_TAG_GATHER, true, false, true};
    struct weft_mpi_parts own = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, NULL, NULL, false};
    struct weft_mpi_parts all = {recvbuf, recvcount, recvtype, NULL, NULL, false};
    return weft_mpi_distribute(&gather, &own, &all, root, comm);
}
WEFT_MPI_NAME(Gather)

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                 const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    static const struct weft_mpi_distribution gather = {"MPI_Gatherv", WEFT_MPI_TAG_GATHER, true, false, true};
    struct weft_mpi_parts own = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, NULL, NULL, false};
    struct weft_mpi_parts all = {recvbuf, 0, recvtype, recvcounts, displs, false};
    return weft_mpi_distribute(&gather, &own, &all, root, comm);
}
WEFT_MPI_NAME(Gatherv)
