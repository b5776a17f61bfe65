// MPI_Improbe does not wait; what it finds is received without waiting by MPI_Imrecv.
//
// ranks: 2
// covers: MPI_Get_count MPI_Improbe MPI_Imrecv MPI_Recv MPI_Send MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[100], flag = 0, early = 0, count;
    if (rank == 0) {
        MPI_Message message;
        MPI_Request request;
        MPI_Status status;
        for (int i = 0; i < 50; i++) {
            MPI_Improbe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &flag, &message, &status);
            early += flag;
        }
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        while (!flag)
            MPI_Improbe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &flag, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        say("early %d, source %d, count %d", early, status.MPI_SOURCE, count);
        MPI_Imrecv(words, count, MPI_INT, &message, &request);
        MPI_Wait(&request, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        say("message null %d, count %d, last %d", message == MPI_MESSAGE_NULL, count, words[count - 1]);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 100; i++)
            words[i] = i;
        MPI_Send(words, 77, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    end();
}
