// A structure type made of absolute addresses, used with MPI_BOTTOM.
//
// ranks: 2
// covers: MPI_Get_address MPI_Recv MPI_Send MPI_Type_commit MPI_Type_create_struct MPI_Type_free
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int number = rank == 0 ? 42 : 0;
    double real = rank == 0 ? 2.5 : 0;
    char text[6] = {0};
    if (rank == 0)
        text[0] = 'w', text[1] = 'e', text[2] = 'f', text[3] = 't';
    MPI_Aint places[3];
    MPI_Get_address(&number, &places[0]);
    MPI_Get_address(&real, &places[1]);
    MPI_Get_address(text, &places[2]);
    const int lengths[3] = {1, 1, 6};
    const MPI_Datatype members[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
    MPI_Datatype type;
    MPI_Type_create_struct(3, lengths, places, members, &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Send(MPI_BOTTOM, 1, type, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("%d, twice the real %d, %s", number, (int)(2 * real), text);
    MPI_Type_free(&type);
    end();
}
