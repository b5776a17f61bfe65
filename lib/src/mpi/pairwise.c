/* Buffers with a part for each rank, and the collective operations that transfer such parts between ranks: MPI_Gather,
 * MPI_Scatter, MPI_Allgather, MPI_Alltoall and their forms with counts.
 *
 * All use the pairwise algorithm: in step k every rank r sends to rank r + k and receives from rank r - k (modulo the
 * size), if the operation has a message between the two. In step 0 both are the rank itself. */
#include "collective.h"

/* Not inlined, since each has several callers. In a library compiled for size the compiler decides so by itself. */
#if WEFT_SMALL
#define OUT_OF_LINE
#else
#define OUT_OF_LINE __attribute__((noinline))
#endif

static int count_of(const struct weft_mpi_parts *parts, int32_t rank)
{
    return parts->counts ? parts->counts[rank] : parts->count;
}

int weft_mpi_check_parts(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *parts)
{
    for (int32_t rank = 0; rank < comm->size; rank++) {
        struct weft_mpi_data data;
        WEFT_TRY(weft_mpi_check_data(parts->buffer, count_of(parts, rank), parts->type, &data));
    }
    return MPI_SUCCESS;
}

void weft_mpi_part(const struct weft_mpi_parts *parts, int32_t rank, struct weft_mpi_data *part)
{
    const int count = count_of(parts, rank);
    const MPI_Aint first = parts->counts ? parts->displacements[rank] : parts->same ? 0 : (MPI_Aint)rank * count;
    part->buffer = weft_mpi_element(parts->buffer, parts->type, first);
    part->layout = weft_mpi_layout(parts->type);
    part->bytes = (weft_length)count * weft_mpi_size_of(parts->type);
}

enum { ALL_RANKS = -1, NO_RANK = -2 };

/* One direction of an operation: the parts that this rank sends, or those that it receives. */
struct side {
    const struct weft_mpi_parts *parts;
    int32_t with;  /* the other rank, or ALL_RANKS, or NO_RANK */
    bool in_place; /* MPI_IN_PLACE: its own part is where the result goes */
};

static bool has_part(const struct side *side, int32_t rank)
{
    return side->with == ALL_RANKS || side->with == rank;
}

static OUT_OF_LINE int check_side(const struct weft_mpi_comm *comm, struct side *side, bool may_be_in_place)
{
    side->in_place = may_be_in_place && side->parts->same && side->parts->buffer == MPI_IN_PLACE;
    return side->with == NO_RANK || side->in_place ? MPI_SUCCESS : weft_mpi_check_parts(comm, side->parts);
}

/* Finds the part that is sent to a rank. A rank that sends in place has its part in the receive buffer. */
static OUT_OF_LINE void part_for(const struct weft_mpi_comm *comm, const struct side *out, const struct side *in,
                                 int32_t to, struct weft_mpi_data *part)
{
    weft_mpi_part(out->in_place ? in->parts : out->parts, out->in_place ? comm->rank : to, part);
}

/* Before anything is received, sends the parts that need no waiting, in the order of the steps. Returns the first step
 * whose part remains to be sent. On a host, ranks that share a processor then need one context switch instead of one in
 * each step. */
static int32_t send_ahead(const struct weft_mpi_comm *comm, int32_t tag, const struct side *out, const struct side *in)
{
    int32_t k = 1;
    bool sent = !WEFT_SMALL && comm->size > 2;
    while (sent && k < comm->size) {
        const int32_t to = (comm->rank + k) % comm->size;
        if (has_part(out, to)) {
            struct weft_mpi_data part;
            part_for(comm, out, in, to, &part);
            sent = weft_mpi_try_put(comm, tag, &part, to);
        }
        k += sent;
    }
    return k;
}

/* Performs one step; `puts`: there is a part to send that was not sent ahead. */
static int step(const struct weft_mpi_comm *comm, int32_t tag, const struct side *out, int32_t to, bool puts,
                const struct side *in, int32_t from)
{
    struct weft_mpi_data sent;
    struct weft_mpi_data taken;
    const bool gets = has_part(in, from);
    if (puts) {
        part_for(comm, out, in, to, &sent);
    }
    if (gets) {
        weft_mpi_part(in->parts, from, &taken);
    }
    if (puts && gets) {
        return to == comm->rank ? weft_mpi_copy(&sent, &taken) : weft_mpi_swap(comm, tag, &sent, to, &taken, from);
    }
    if (puts) {
        weft_mpi_put(comm, tag, &sent, to);
    }
    return gets ? weft_mpi_get(comm, tag, &taken, from) : MPI_SUCCESS;
}

/* Continues after an error, since other ranks wait for data from this one. Returns the first error. */
int weft_mpi_distribute(const struct weft_mpi_distribution *distribution, struct weft_mpi_parts *out,
                        struct weft_mpi_parts *in, int root, MPI_Comm handle)
{
    struct weft_mpi_comm *comm;
    struct side sends = {out, ALL_RANKS, false};
    struct side takes = {in, ALL_RANKS, false};
    int error = MPI_SUCCESS;
    WEFT_TRY(weft_mpi_comm(handle, distribution->function, &comm));
    out->same = distribution->same_out;
    in->same = distribution->same_in;
    if (distribution->rooted) {
        WEFT_TRY(weft_mpi_check_root(root));
        const int32_t other_side = comm->rank == root ? ALL_RANKS : NO_RANK;
        sends.with = out->same ? root : other_side;
        takes.with = in->same ? root : other_side;
    }
    const bool own = has_part(&sends, comm->rank) && has_part(&takes, comm->rank);
    WEFT_TRY(check_side(comm, &sends, own));
    WEFT_TRY(check_side(comm, &takes, own));
    const int32_t ahead = send_ahead(comm, distribution->tag, &sends, &takes);
    for (int32_t k = sends.in_place || takes.in_place; k < comm->size; k++) {
        const int32_t to = (comm->rank + k) % comm->size;
        const int32_t from = (comm->rank - k + comm->size) % comm->size;
        const bool puts = (k == 0 || k >= ahead) && has_part(&sends, to);
        const int result = step(comm, distribution->tag, &sends, to, puts, &takes, from);
        error = weft_mpi_first_error(error, result);
    }
    return error;
}
