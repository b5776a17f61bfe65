// Attributes stay with their communicator: a split does not take them along.
//
// ranks: 2 3
// covers: MPI_Comm_create_keyval MPI_Comm_delete_attr MPI_Comm_free MPI_Comm_free_keyval MPI_Comm_get_attr
// covers: MPI_Comm_set_attr MPI_Comm_split
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value = 9, keyval, found = -1, *place;
    MPI_Comm part;
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &value);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &part);
    MPI_Comm_get_attr(part, keyval, &place, &found);
    say("on the part: %d", found);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &place, &found);
    say("on the world: %d, value %d", found, *place);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free(&part);
    end();
}
