// Hundreds of messages that nobody waits for yet are kept and found by tag.
//
// ranks: 2 5
// covers: MPI_Isend MPI_Recv MPI_Waitall
#include "say.h"

enum { MESSAGES = 200 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int values[MESSAGES];
    static MPI_Request requests[MESSAGES];
    if (rank > 0) {
        for (int i = 0; i < MESSAGES; i++) {
            values[i] = i * rank;
            MPI_Isend(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
        }
        MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
    } else {
        for (int source = 1; source < size; source++) {
            int wrong = 0;
            for (int i = MESSAGES - 1; i >= 0; i--) {
                int value;
                MPI_Recv(&value, 1, MPI_INT, source, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                wrong += value != i * source;
            }
            say("from %d, wrong: %d", source, wrong);
        }
    }
    end();
}
