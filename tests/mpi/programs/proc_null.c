// Communication with MPI_PROC_NULL does nothing; its status has that source, any tag and no content.
//
// ranks: 1 2
// covers: MPI_Get_count MPI_Iprobe MPI_Irecv MPI_Isend MPI_Probe MPI_Recv MPI_Rsend MPI_Send MPI_Sendrecv
// covers: MPI_Ssend MPI_Test MPI_Wait
#include "say.h"

static void say_status(const char *what, const MPI_Status *status)
{
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    say("%s: null source %d, any tag %d, count %d", what, status->MPI_SOURCE == MPI_PROC_NULL,
        status->MPI_TAG == MPI_ANY_TAG, count);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value = 5, flag = 0;
    MPI_Status status;
    MPI_Request request;
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Rsend(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
    say_status("receive", &status);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    say("send complete %d, value %d", flag, value);
    MPI_Probe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status);
    say_status("probe", &status);
    MPI_Iprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &status);
    say_status(flag ? "found by probe" : "not found by probe", &status);
    MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &status);
    say_status("exchange", &status);
    end();
}
