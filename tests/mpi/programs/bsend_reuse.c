// Room in the attached buffer is used again when its messages have left: far more is sent in all than it holds.
//
// ranks: 2
// covers: MPI_Bsend MPI_Buffer_attach MPI_Buffer_detach MPI_Recv MPI_Send
#include "say.h"

enum { WORDS = 100, ROOM = 4 * (WORDS * (int)sizeof(int) + MPI_BSEND_OVERHEAD) };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static char buffer[ROOM];
    MPI_Buffer_attach(buffer, ROOM);
    int words[WORDS] = {0}, wrong = 0;
    for (int round = 0; round < 50; round++) {
        if (rank == 0) {
            words[0] = round, words[WORDS - 1] = 2 * round;
            MPI_Bsend(words, WORDS, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(words, WORDS, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            wrong += words[0] != round || words[WORDS - 1] != 2 * round;
            MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        }
    }
    void *detached;
    int length;
    MPI_Buffer_detach(&detached, &length);
    say("wrong: %d", wrong);
    end();
}
