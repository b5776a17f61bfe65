// Balanced dimensions, in decreasing order; those that are given stay.
//
// ranks: 1 2
// covers: MPI_Dims_create
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int nodes[8] = {1, 2, 6, 7, 8, 12, 16, 30};
    for (int i = 0; i < 8; i++) {
        int two[2] = {0, 0}, three[3] = {0, 0, 0};
        MPI_Dims_create(nodes[i], 2, two);
        MPI_Dims_create(nodes[i], 3, three);
        say("%d: %d x %d, %d x %d x %d", nodes[i], two[0], two[1], three[0], three[1], three[2]);
    }
    int fixed[3] = {0, 3, 0}, all[2] = {2, 3};
    MPI_Dims_create(12, 3, fixed);
    say_ints("with one given", fixed, 3);
    MPI_Dims_create(6, 2, all);
    say_ints("with all given", all, 2);
    end();
}
