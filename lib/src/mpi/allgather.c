/* MPI_Allgather and MPI_Allgatherv: every rank sends its part to all others.
 *
 * MPI_Allgather uses the algorithm of Bruck and others (IEEE TPDS 8 (1997) 11) for any number of ranks. Before step k a
 * rank r has the parts of the 2^k ranks r, r + 1, ...; it sends them to rank r - 2^k, and receives as many from rank r
 * + 2^k (modulo the size). This takes ceil(log2(ranks)) steps and no more bytes than sending each part separately.
 * Unlike the original, each part is received in its final place, so that no rotation is needed at the end: a range of
 * parts that wraps around after the last rank is sent as two messages. */
#include "collective.h"

#if WEFT_SMALL
static int allgather(struct weft_mpi_parts *own, struct weft_mpi_parts *all, MPI_Comm comm)
{
    static const struct weft_mpi_distribution parts = {"MPI_Allgather", WEFT_MPI_TAG_ALLGATHER, true, false, false};
    return weft_mpi_distribute(&parts, own, all, 0, comm);
}
#else
/* The contiguous parts that one message contains. A range of `count` ranks from `first` on may wrap around: the message
 * has the parts before the wrap, or, if `turned`, those after it. */
static void part_of(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *all, int32_t first, int32_t count,
                    bool turned, struct weft_mpi_data *part)
{
    const int32_t before = comm->size - first < count ? comm->size - first : count;
    const struct weft_mpi_parts ranks = {all->buffer, all->count, all->type, NULL, NULL, false};
    weft_mpi_part(&ranks, turned ? 0 : first, part);
    part->bytes *= (weft_length)(turned ? count - before : before);
}

/* Is there a message for this half of a step: always for the parts before the wrap, and if `turned` only if the range
 * wraps. */
static bool is_there(const struct weft_mpi_comm *comm, int32_t first, int32_t count, bool turned)
{
    return !turned || first + count > comm->size;
}

static int step(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *all, int32_t distance, bool turned)
{
    const int32_t left = comm->size - distance;
    const int32_t count = distance < left ? distance : left;
    const int32_t to = (comm->rank + left) % comm->size;
    const int32_t from = (comm->rank + distance) % comm->size;
    const bool puts = is_there(comm, comm->rank, count, turned);
    const bool gets = is_there(comm, from, count, turned);
    struct weft_mpi_data out;
    struct weft_mpi_data in;
    part_of(comm, all, comm->rank, count, turned, &out);
    part_of(comm, all, from, count, turned, &in);
    if (puts && gets) {
        return weft_mpi_swap(comm, WEFT_MPI_TAG_ALLGATHER, &out, to, &in, from);
    }
    if (puts) {
        weft_mpi_put(comm, WEFT_MPI_TAG_ALLGATHER, &out, to);
    }
    return gets ? weft_mpi_get(comm, WEFT_MPI_TAG_ALLGATHER, &in, from) : MPI_SUCCESS;
}

/* Continues after an error, since other ranks wait for data from this one. Returns the first error. */
static int give_to_all(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *all, int error)
{
    for (int32_t distance = 1; distance < comm->size; distance *= 2) {
        for (int half = 0; half < 2; half++) {
            const int result = step(comm, all, distance, half == 1);
            error = weft_mpi_first_error(error, result);
        }
    }
    return error;
}

static int allgather(const struct weft_mpi_parts *own, const struct weft_mpi_parts *all, MPI_Comm handle)
{
    struct weft_mpi_comm *comm;
    struct weft_mpi_data from;
    struct weft_mpi_data to;
    const bool in_place = own->buffer == MPI_IN_PLACE;
    WEFT_TRY(weft_mpi_comm(handle, "MPI_Allgather", &comm));
    if (!in_place) {
        WEFT_TRY(weft_mpi_check_data(own->buffer, own->count, own->type, &from));
    }
    WEFT_TRY(weft_mpi_check_data(all->buffer, all->count, all->type, &to));
    weft_mpi_part(all, comm->rank, &to);
    return give_to_all(comm, all, in_place ? MPI_SUCCESS : weft_mpi_copy(&from, &to));
}
#endif

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm)
{
    struct weft_mpi_parts own = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, NULL, NULL, false};
    struct weft_mpi_parts all = {recvbuf, recvcount, recvtype, NULL, NULL, false};
    return allgather(&own, &all, comm);
}
WEFT_MPI_NAME(Allgather)

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    static const struct weft_mpi_distribution all = {"MPI_Allgatherv", WEFT_MPI_TAG_ALLGATHER, true, false, false};
    struct weft_mpi_parts out = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, NULL, NULL, false};
    struct weft_mpi_parts in = {recvbuf, 0, recvtype, recvcounts, displs, false};
    return weft_mpi_distribute(&all, &out, &in, 0, comm);
}
WEFT_MPI_NAME(Allgatherv)
