// Blocking sends in all four modes move every datatype.
//
// ranks: 2
// covers: MPI_Barrier MPI_Bsend MPI_Buffer_attach MPI_Buffer_detach MPI_Irecv MPI_Rsend MPI_Send MPI_Ssend
// covers: MPI_Wait
#include "types.h"

static unsigned char buffer[3 * MAX_EXTENT];

// Rank 0 sends with `send` what rank 1 receives; the ready mode needs the receive to be there first.
static bool moves_by(const struct moved_type *type, int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm))
{
    fill(type, buffer, 3, rank == 0 ? 1 : 2);
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1)
        MPI_Irecv(buffer, 3, type->type, 0, 3, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        send(buffer, 3, type->type, 1, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return holds(type, buffer, 3, 1);
}

static bool by_send(const struct moved_type *type)
{
    return moves_by(type, MPI_Send);
}

static bool by_ssend(const struct moved_type *type)
{
    return moves_by(type, MPI_Ssend);
}

static bool by_rsend(const struct moved_type *type)
{
    return moves_by(type, MPI_Rsend);
}

static bool by_bsend(const struct moved_type *type)
{
    return moves_by(type, MPI_Bsend);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    static char attached[64 * (4 * MAX_EXTENT + MPI_BSEND_OVERHEAD)];
    void *detached;
    int length;
    sweep("MPI_Send", by_send);
    sweep("MPI_Ssend", by_ssend);
    sweep("MPI_Rsend", by_rsend);
    MPI_Buffer_attach(attached, (int)sizeof attached);
    sweep("MPI_Bsend", by_bsend);
    MPI_Buffer_detach(&detached, &length);
    sweep("MPI_Irecv", by_send);
    free_types();
    end();
}
