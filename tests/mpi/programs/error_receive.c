// Wrong arguments of receives and probes.
//
// ranks: 1 2
// covers: MPI_Improbe MPI_Iprobe MPI_Irecv MPI_Mprobe MPI_Probe MPI_Recv MPI_Recv_init
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int word = 1, flag;
    MPI_Request request;
    MPI_Status status;
    MPI_Message message;
    const MPI_Comm world = MPI_COMM_WORLD;
    say_error("MPI_Recv, rank too large", MPI_Recv(&word, 1, MPI_INT, size, 0, world, &status));
    say_error("MPI_Recv, negative rank", MPI_Recv(&word, 1, MPI_INT, -99, 0, world, &status));
    say_error("MPI_Recv, negative tag", MPI_Recv(&word, 1, MPI_INT, 0, -99, world, &status));
    say_error("MPI_Recv, negative count", MPI_Recv(&word, -1, MPI_INT, 0, 0, world, &status));
    say_error("MPI_Recv, null datatype", MPI_Recv(&word, 1, MPI_DATATYPE_NULL, 0, 0, world, &status));
    say_error("MPI_Recv, null communicator", MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &status));
    say_error("MPI_Recv, null buffer", MPI_Recv(NULL, 1, MPI_INT, 0, 0, world, &status));
    say_error("MPI_Irecv, rank too large", MPI_Irecv(&word, 1, MPI_INT, size, 0, world, &request));
    say_error("MPI_Irecv, negative count", MPI_Irecv(&word, -1, MPI_INT, 0, 0, world, &request));
    say_error("MPI_Recv_init, negative tag", MPI_Recv_init(&word, 1, MPI_INT, 0, -99, world, &request));
    say_error("MPI_Probe, rank too large", MPI_Probe(size, 0, world, &status));
    say_error("MPI_Probe, negative tag", MPI_Probe(0, -99, world, &status));
    say_error("MPI_Iprobe, rank too large", MPI_Iprobe(size, 0, world, &flag, &status));
    say_error("MPI_Mprobe, rank too large", MPI_Mprobe(size, 0, world, &message, &status));
    say_error("MPI_Improbe, negative tag", MPI_Improbe(0, -99, world, &flag, &message, &status));
    end();
}
