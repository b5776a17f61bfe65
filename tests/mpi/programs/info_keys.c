// The keys of an info object in the order of their setting; a copy is independent.
//
// ranks: 1 2
// covers: MPI_Info_create MPI_Info_delete MPI_Info_dup MPI_Info_free MPI_Info_get MPI_Info_get_nkeys
// covers: MPI_Info_get_nthkey MPI_Info_set
#include "say.h"

static void say_keys(const char *title, MPI_Info info)
{
    int keys;
    MPI_Info_get_nkeys(info, &keys);
    say("%s: %d keys", title, keys);
    for (int i = 0; i < keys; i++) {
        char key[MPI_MAX_INFO_KEY + 1], value[20];
        int flag;
        MPI_Info_get_nthkey(info, i, key);
        MPI_Info_get(info, key, 19, value, &flag);
        say("%s = %s", key, value);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Info info, copy;
    MPI_Info_create(&info);
    MPI_Info_set(info, "zebra", "1");
    MPI_Info_set(info, "ant", "2");
    MPI_Info_set(info, "mouse", "3");
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "ant");
    MPI_Info_set(copy, "ant", "22");
    MPI_Info_set(copy, "bee", "4");
    say_keys("original", info);
    say_keys("copy", copy);
    MPI_Info_free(&info);
    MPI_Info_free(&copy);
    end();
}
