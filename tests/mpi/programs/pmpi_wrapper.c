// A program that defines functions of MPI itself, to count calls, and passes them on by their PMPI names.
//
// ranks: 2
// covers: MPI_Allreduce MPI_Recv MPI_Send
#include "say.h"

static int sends, receives, words_sent;

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    sends++;
    words_sent += count;
    return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    receives++;
    return PMPI_Recv(buffer, count, type, from, tag, comm, status);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[5] = {0};
    for (int i = 0; i < 5; i++) {
        if ((i + rank) % 2)
            MPI_Send(words, i, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(words, 5, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    int before[3] = {sends, receives, words_sent};
    MPI_Allreduce(MPI_IN_PLACE, words, 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say_ints("sends, receives, words", before, 3);
    say("unchanged by a collective: %d", sends == before[0] && receives == before[1]);
    end();
}
