// Receives of every datatype: blocking, of unexpected messages, and of messages found by a matched probe.
//
// ranks: 2
// covers: MPI_Imrecv MPI_Isend MPI_Mprobe MPI_Mrecv MPI_Recv MPI_Send MPI_Wait
#include "types.h"

static unsigned char buffer[3 * MAX_EXTENT];

// Rank 0 sends twice; the first message is still unexpected when the second has come.
static bool by_recv(const struct moved_type *type)
{
    fill(type, buffer, 3, 1);
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(buffer, 3, type->type, 1, 3, MPI_COMM_WORLD, &request);
        MPI_Send(buffer, 2, type->type, 1, 4, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return true;
    }
    fill(type, buffer, 3, 2);
    MPI_Recv(buffer, 3, type->type, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    bool right = holds(type, buffer, 2, 1);
    MPI_Recv(buffer, 3, type->type, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return right && holds(type, buffer, 3, 1);
}

static bool by_mrecv(const struct moved_type *type)
{
    fill(type, buffer, 3, rank == 0 ? 1 : 2);
    MPI_Message message;
    if (rank == 0) {
        MPI_Send(buffer, 3, type->type, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Mprobe(0, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(buffer, 3, type->type, &message, MPI_STATUS_IGNORE);
    }
    return holds(type, buffer, 3, 1);
}

static bool by_imrecv(const struct moved_type *type)
{
    fill(type, buffer, 3, rank == 0 ? 1 : 2);
    MPI_Message message;
    MPI_Request request;
    if (rank == 0) {
        MPI_Send(buffer, 3, type->type, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Mprobe(0, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(buffer, 3, type->type, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return holds(type, buffer, 3, 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Recv", by_recv);
    sweep("MPI_Mrecv", by_mrecv);
    sweep("MPI_Imrecv", by_imrecv);
    free_types();
    end();
}
