// A matched probe of MPI_PROC_NULL finds MPI_MESSAGE_NO_PROC, which can be received.
//
// ranks: 1 2
// covers: MPI_Get_count MPI_Improbe MPI_Imrecv MPI_Mprobe MPI_Mrecv MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Message message;
    MPI_Status status;
    MPI_Request request;
    int value = 5, flag = 0, count = -1;
    MPI_Mprobe(MPI_PROC_NULL, 4, MPI_COMM_WORLD, &message, &status);
    say("no process %d, null source %d", message == MPI_MESSAGE_NO_PROC, status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    say("null message %d, any tag %d, count %d", message == MPI_MESSAGE_NULL, status.MPI_TAG == MPI_ANY_TAG, count);
    MPI_Improbe(MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
    say("found %d, no process %d", flag, message == MPI_MESSAGE_NO_PROC);
    MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, &status);
    say("value %d, null source %d", value, status.MPI_SOURCE == MPI_PROC_NULL);
    end();
}
