// A rank sends to itself, in MPI_COMM_WORLD and in MPI_COMM_SELF.
//
// ranks: 1 2
// covers: MPI_Comm_rank MPI_Comm_size MPI_Irecv MPI_Isend MPI_Recv MPI_Send MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out[3] = {rank, 7, 9}, in[3], self_rank, self_size;
    MPI_Request request;
    MPI_Status status;
    MPI_Isend(out, 3, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
    MPI_Recv(in, 3, MPI_INT, rank, 1, MPI_COMM_WORLD, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    say_ints("to my rank", in, 3);
    MPI_Comm_rank(MPI_COMM_SELF, &self_rank);
    MPI_Comm_size(MPI_COMM_SELF, &self_size);
    MPI_Irecv(in, 3, MPI_INT, 0, 2, MPI_COMM_SELF, &request);
    out[1] = 70;
    MPI_Send(out, 3, MPI_INT, 0, 2, MPI_COMM_SELF);
    MPI_Wait(&request, &status);
    say_ints("in MPI_COMM_SELF", in, 3);
    say("rank %d of %d, source %d", self_rank, self_size, status.MPI_SOURCE);
    end();
}
