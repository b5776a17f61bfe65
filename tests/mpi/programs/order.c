// Messages between two ranks with one tag arrive in the order in which they were sent, whatever their lengths.
//
// ranks: 2 5
// covers: MPI_Get_count MPI_Recv MPI_Send
#include "say.h"

enum { MESSAGES = 60, LONGEST = 3000 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int words[LONGEST];
    if (rank > 0) {
        for (int i = 0; i < MESSAGES; i++) {
            words[0] = i;
            MPI_Send(words, 1 + i * 997 % LONGEST, MPI_INT, 0, 1, MPI_COMM_WORLD);
        }
    } else {
        for (int source = size - 1; source > 0; source--) {
            int in_order = 0;
            for (int i = 0; i < MESSAGES; i++) {
                MPI_Status status;
                int count;
                MPI_Recv(words, LONGEST, MPI_INT, source, 1, MPI_COMM_WORLD, &status);
                MPI_Get_count(&status, MPI_INT, &count);
                in_order += words[0] == i && count == 1 + i * 997 % LONGEST;
            }
            say("from %d: %d of %d in order", source, in_order, MESSAGES);
        }
    }
    end();
}
