// Nonblocking sends in all four modes move every datatype.
//
// ranks: 2
// covers: MPI_Barrier MPI_Buffer_attach MPI_Buffer_detach MPI_Ibsend MPI_Irecv MPI_Irsend MPI_Isend
// covers: MPI_Issend MPI_Wait
#include "types.h"

static unsigned char buffer[3 * MAX_EXTENT];

typedef int nonblocking_send(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static bool moves_by(const struct moved_type *type, nonblocking_send *send)
{
    fill(type, buffer, 3, rank == 0 ? 1 : 2);
    MPI_Request request;
    if (rank == 1)
        MPI_Irecv(buffer, 3, type->type, 0, 3, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        send(buffer, 3, type->type, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return holds(type, buffer, 3, 1);
}

static bool by_isend(const struct moved_type *type)
{
    return moves_by(type, MPI_Isend);
}

static bool by_issend(const struct moved_type *type)
{
    return moves_by(type, MPI_Issend);
}

static bool by_irsend(const struct moved_type *type)
{
    return moves_by(type, MPI_Irsend);
}

static bool by_ibsend(const struct moved_type *type)
{
    return moves_by(type, MPI_Ibsend);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    static char attached[64 * (4 * MAX_EXTENT + MPI_BSEND_OVERHEAD)];
    void *detached;
    int length;
    sweep("MPI_Isend", by_isend);
    sweep("MPI_Issend", by_issend);
    sweep("MPI_Irsend", by_irsend);
    MPI_Buffer_attach(attached, (int)sizeof attached);
    sweep("MPI_Ibsend", by_ibsend);
    MPI_Buffer_detach(&detached, &length);
    free_types();
    end();
}
