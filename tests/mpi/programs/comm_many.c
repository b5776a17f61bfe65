// Communicators come and go by the hundred, a few of them at a time.
//
// ranks: 1 2 3
// covers: MPI_Allreduce MPI_Comm_dup MPI_Comm_free MPI_Comm_rank MPI_Comm_split
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm alive[4] = {MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL};
    int check = 0;
    for (int i = 0; i < 200; i++) {
        MPI_Comm *place = &alive[i % 4];
        if (*place != MPI_COMM_NULL)
            MPI_Comm_free(place);
        if (i % 2)
            MPI_Comm_dup(MPI_COMM_WORLD, place);
        else
            MPI_Comm_split(MPI_COMM_WORLD, 0, i % 4 ? rank : -rank, place);
        int position, sum;
        MPI_Comm_rank(*place, &position);
        position += i;
        MPI_Allreduce(&position, &sum, 1, MPI_INT, MPI_MAX, *place);
        check = (check * 3 + sum) % 10007;
    }
    for (int i = 0; i < 4; i++)
        MPI_Comm_free(&alive[i]);
    say("check %d", check);
    end();
}
