// A strided message of 64 KiB, too long for any one buffer on the way, both sides strided differently.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_free MPI_Type_vector
#include "say.h"

enum { WORDS = 16384 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int words[2 * WORDS];
    MPI_Datatype wide, narrow;
    MPI_Type_vector(WORDS / 8, 8, 16, MPI_INT, &wide);
    MPI_Type_vector(WORDS, 1, 2, MPI_INT, &narrow);
    MPI_Type_commit(&wide);
    MPI_Type_commit(&narrow);
    int wrong = 0;
    for (int i = 0; i < 2 * WORDS; i++)
        words[i] = rank == 0 ? i : -1;
    if (rank == 0) {
        MPI_Send(words, 1, wide, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(words, 1, narrow, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < WORDS; i++)
            wrong += words[2 * i] != i / 8 * 16 + i % 8 || (2 * i + 1 < 2 * WORDS - 1 && words[2 * i + 1] != -1);
    }
    say("wrong: %d", wrong);
    MPI_Type_free(&wide);
    MPI_Type_free(&narrow);
    end();
}
