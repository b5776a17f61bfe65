/* MPI_Scatter and MPI_Scatterv. The root sends to one rank after the other, or, where the link has shared mailboxes,
 * posts the parts for all ranks to fetch (scatter_pieces.c). */
#include "collective.h"

#include "link_port.h"

#if WEFT_LINK_HAS_SHARED_MAILBOX && !WEFT_SMALL
#define distribute weft_mpi_scatter_pieces
#else
#define distribute weft_mpi_distribute
#endif

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    static const struct weft_mpi_distribution scatter = {"MPI_Scatter", WEFT_MPI_TAG_SCATTER, false, true, true};
    struct weft_mpi_parts all = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, NULL, NULL, false};
    struct weft_mpi_parts own = {recvbuf, recvcount, recvtype, NULL, NULL, false};
    return distribute(&scatter, &all, &own, root, comm);
}
WEFT_MPI_NAME(Scatter)

int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    static const struct weft_mpi_distribution scatter = {"MPI_Scatterv", WEFT_MPI_TAG_SCATTER, false, true, true};
    struct weft_mpi_parts all = {(void *)(uintptr_t)sendbuf, 0, sendtype, sendcounts, displs, false};
    struct weft_mpi_parts own = {recvbuf, recvcount, recvtype, NULL, NULL, false};
    return distribute(&scatter, &all, &own, root, comm);
}
WEFT_MPI_NAME(Scatterv)
