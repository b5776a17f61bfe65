// Wrong keys and values of info objects.
//
// ranks: 1 2
// covers: MPI_Info_create MPI_Info_delete MPI_Info_free MPI_Info_get MPI_Info_get_nthkey MPI_Info_set
#include "errors.h"
#include <string.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    static char key[MPI_MAX_INFO_KEY + 10], value[MPI_MAX_INFO_VAL + 10], found[20];
    int flag;
    MPI_Info info;
    memset(key, 'k', sizeof key - 1);
    memset(value, 'v', sizeof value - 1);
    MPI_Info_create(&info);
    say_error("MPI_Info_set, key too long", MPI_Info_set(info, key, "x"));
    say_error("MPI_Info_set, value too long", MPI_Info_set(info, "x", value));
    say_error("MPI_Info_set, empty key", MPI_Info_set(info, "", "x"));
    say_error("MPI_Info_get, key too long", MPI_Info_get(info, key, 10, found, &flag));
    say_error("MPI_Info_delete, no such key", MPI_Info_delete(info, "missing"));
    say("a null object fails: %d", MPI_Info_set(MPI_INFO_NULL, "x", "y") != MPI_SUCCESS);
    say("a key too far fails: %d", MPI_Info_get_nthkey(info, 0, key) != MPI_SUCCESS);
    MPI_Info_free(&info);
    end();
}
