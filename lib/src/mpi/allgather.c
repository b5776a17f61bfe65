/* MPI_Allgather and MPI_Allgatherv: every rank gives its part to all others.
 *
 * MPI_Allgather is the algorithm of Bruck and others (IEEE TPDS 8 (1997) 11) for any number of ranks: after step k a
 * rank has the parts of 2^k ranks from itself on, which it sends to the rank that many behind it. So it sends as few
 * bytes as if it sent each part by itself, in log2(ranks) steps. Here each part is received where it belongs, so that
 * nothing is turned round afterwards: parts on both sides of the last rank are two messages. */
#include "collective.h"

#if WEFT_SMALL
static int allgather(struct weft_mpi_parts *own, struct weft_mpi_parts *all, MPI_Comm comm)
{
    static const struct weft_mpi_distribution parts = {"MPI_Allgather", WEFT_MPI_TAG_ALLGATHER, true, false, false};
    return weft_mpi_distribute(&parts, own, all, 0, comm);
}
#else
/* Parts that go together: of `count` ranks from one on, after the last of which come the first. */
static void part_of(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *all, int32_t first, int32_t count,
                    bool turned, struct weft_mpi_data *part)
{
    const int32_t before = comm->size - first < count ? comm->size - first : count;
    const struct weft_mpi_parts ranks = {all->buffer, all->count, all->type, NULL, NULL, false};
    weft_mpi_part(&ranks, turned ? 0 : first, part);
    part->bytes *= (weft_length)(turned ? count - before : before);
}

/* Has this side a message in this half of a step? */
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

/* Goes on after an error: other ranks wait for what this one has for them. The first error counts. */
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
