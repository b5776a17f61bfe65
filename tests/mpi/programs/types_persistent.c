// Persistent requests of every datatype, each started twice.
//
// ranks: 2
// covers: MPI_Recv_init MPI_Request_free MPI_Send_init MPI_Start MPI_Wait
#include "types.h"

static unsigned char buffer[3 * MAX_EXTENT];

static bool by_persistent_requests(const struct moved_type *type)
{
    MPI_Request request;
    bool right = true;
    if (rank == 0)
        MPI_Send_init(buffer, 3, type->type, 1, 3, MPI_COMM_WORLD, &request);
    else
        MPI_Recv_init(buffer, 3, type->type, 0, 3, MPI_COMM_WORLD, &request);
    for (int round = 0; round < 2; round++) {
        fill(type, buffer, 3, rank == 0 ? round : 9);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        right = right && holds(type, buffer, 3, round);
    }
    MPI_Request_free(&request);
    return right;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Send_init", by_persistent_requests);
    sweep("MPI_Recv_init", by_persistent_requests);
    free_types();
    end();
}
