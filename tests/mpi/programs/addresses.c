// Differences of addresses are distances in bytes.
//
// ranks: 1 2
// covers: MPI_Get_address
#include "say.h"
#include <stddef.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    struct {
        char first;
        int second[3];
    } object;
    MPI_Aint base, member, third;
    MPI_Get_address(&object, &base);
    MPI_Get_address(&object.second, &member);
    MPI_Get_address(&object.second[2], &third);
    say("member %d, element %d, bottom %d", member - base == (char *)object.second - (char *)&object,
        (int)((third - member) / (MPI_Aint)sizeof(int)), (char *)MPI_BOTTOM + base == (char *)&object);
    end();
}
