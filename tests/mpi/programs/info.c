// Info objects: keys set, found, replaced and deleted.
//
// ranks: 1 2
// covers: MPI_Info_create MPI_Info_delete MPI_Info_free MPI_Info_get MPI_Info_get_nkeys MPI_Info_get_valuelen
// covers: MPI_Info_set
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Info info;
    char value[20] = "unchanged";
    int keys, flag, length;
    MPI_Info_create(&info);
    MPI_Info_get_nkeys(info, &keys);
    say("keys %d", keys);
    MPI_Info_set(info, "colour", "blue");
    MPI_Info_set(info, "length", "12");
    MPI_Info_set(info, "colour", "green");
    MPI_Info_get_nkeys(info, &keys);
    MPI_Info_get(info, "colour", 19, value, &flag);
    say("keys %d, colour %d %s", keys, flag, value);
    MPI_Info_get_valuelen(info, "length", &length, &flag);
    say("length of the value %d, found %d", length, flag);
    MPI_Info_get(info, "weight", 19, value, &flag);
    say("missing %d, untouched %s", flag, value);
    MPI_Info_get_valuelen(info, "weight", &length, &flag);
    say("missing %d", flag);
    MPI_Info_delete(info, "colour");
    MPI_Info_get(info, "colour", 19, value, &flag);
    MPI_Info_get_nkeys(info, &keys);
    say("deleted %d, keys %d", flag, keys);
    MPI_Info_free(&info);
    say("null %d", info == MPI_INFO_NULL);
    end();
}
