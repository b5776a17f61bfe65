// Small messages of several communicators meet on their way: each is received in its own, with the ranks of that one.
//
// ranks: 2 3 5
// covers: MPI_Comm_dup MPI_Comm_free MPI_Comm_split MPI_Get_count MPI_Isend MPI_Recv MPI_Send MPI_Wait
#include "say.h"

enum { MOST = 128 };

static MPI_Comm copy, turned;
static char out[2][MOST], in[MOST];

static void send(int other, int bytes, int tag)
{
    MPI_Request request;
    MPI_Isend(out[0], bytes, MPI_CHAR, other, tag, MPI_COMM_WORLD, &request);
    MPI_Send(out[1], bytes, MPI_CHAR, size - 1 - other, tag, turned);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(out[1], bytes / 2, MPI_CHAR, other, tag, copy);
}

static void take(const char *name, MPI_Comm comm, int source, int tag)
{
    MPI_Status status;
    int count;
    MPI_Recv(in, MOST, MPI_CHAR, source, tag, comm, &status);
    MPI_Get_count(&status, MPI_CHAR, &count);
    say("%s: %d bytes from %d with tag %d, the last %d", name, count, status.MPI_SOURCE, status.MPI_TAG,
        count == 0 ? -1 : in[count - 1]);
}

static void receive(int other, int tag)
{
    take("turned", turned, size - 1 - other, tag);
    take("world", MPI_COMM_WORLD, other, tag);
    take("copy", copy, other, tag);
}

// A rank that is no member, and a communicator's own rank, are not taken for others.
static void no_message(void)
{
    MPI_Status status;
    MPI_Send(out[0], 1, MPI_CHAR, MPI_PROC_NULL, 1, copy);
    MPI_Recv(in, 1, MPI_CHAR, MPI_PROC_NULL, 1, copy, &status);
    say("nothing: %d", status.MPI_SOURCE == MPI_PROC_NULL);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
    for (int i = 0; i < MOST; i++) {
        out[0][i] = (char)i;
        out[1][i] = (char)(i / 2);
    }
    static const int lengths[] = {0, 1, 4, 7, 52, 56, 57, 64, 65, 128};
    for (int i = 0; i < 10; i++) {
        for (int from = 0; from < 2; from++) {
            if (rank == from)
                send(1 - from, lengths[i], i % 3 == 0 ? 7 : 300 * i);
            else if (rank == 1 - from)
                receive(from, i % 3 == 0 ? 7 : 300 * i);
        }
    }
    no_message();
    MPI_Comm_free(&turned);
    MPI_Comm_free(&copy);
    end();
}
