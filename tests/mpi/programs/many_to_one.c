// Everybody floods rank 0, which takes the ranks one after the other, the last first.
//
// ranks: 2 5 8
// covers: MPI_Recv MPI_Send
#include "say.h"

enum { MESSAGES = 50, WORDS = 64 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[WORDS] = {0};
    if (rank > 0) {
        for (int i = 0; i < MESSAGES; i++) {
            words[i % WORDS] = i + rank;
            MPI_Send(words, WORDS, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
    } else {
        for (int source = size - 1; source > 0; source--) {
            int wrong = 0, sum = 0;
            for (int i = 0; i < MESSAGES; i++) {
                MPI_Recv(words, WORDS, MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                wrong += words[i] != i + source;
            }
            for (int i = 0; i < WORDS; i++)
                sum += words[i];
            say("from %d: sum %d, wrong %d", source, sum, wrong);
        }
    }
    end();
}
