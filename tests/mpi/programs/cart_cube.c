// Three dimensions: all coordinates to ranks and back, in row-major order.
//
// ranks: 8
// covers: MPI_Cart_coords MPI_Cart_create MPI_Cart_rank MPI_Comm_free
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int dims[3] = {2, 2, 2}, periodic[3] = {1, 0, 1}, place[8], coords[3], wrong = 0;
    MPI_Comm cube;
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periodic, 0, &cube);
    for (int i = 0; i < 8; i++) {
        const int wanted[3] = {i / 4, i / 2 % 2, i % 2};
        MPI_Cart_rank(cube, wanted, &place[i]);
        MPI_Cart_coords(cube, place[i], 3, coords);
        wrong += coords[0] != wanted[0] || coords[1] != wanted[1] || coords[2] != wanted[2];
    }
    say_ints("ranks", place, 8);
    say("wrong: %d", wrong);
    MPI_Comm_free(&cube);
    end();
}
