// Derived types packed piece by piece and unpacked into another layout.
//
// ranks: 1 2
// covers: MPI_Pack MPI_Pack_size MPI_Type_commit MPI_Type_create_indexed_block MPI_Type_free MPI_Type_vector
// covers: MPI_Unpack
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[20], out[20];
    char packed[200];
    for (int i = 0; i < 20; i++)
        words[i] = i, out[i] = -1;
    const int places[3] = {0, 6, 9};
    MPI_Datatype vector, blocks;
    MPI_Type_vector(3, 2, 4, MPI_INT, &vector);
    MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &blocks);
    MPI_Type_commit(&vector);
    MPI_Type_commit(&blocks);
    int position = 0, promised, reread = 0;
    MPI_Pack_size(2, vector, MPI_COMM_WORLD, &promised);
    MPI_Pack(words, 1, vector, packed, 200, &position, MPI_COMM_WORLD);
    MPI_Pack(words + 7, 1, vector, packed, 200, &position, MPI_COMM_WORLD);
    say("fits %d", position <= promised);
    MPI_Unpack(packed, position, &reread, out, 1, blocks, MPI_COMM_WORLD);
    say_ints("first", out, 12);
    MPI_Unpack(packed, position, &reread, out, 6, MPI_INT, MPI_COMM_WORLD);
    say_ints("second", out, 6);
    MPI_Type_free(&vector);
    MPI_Type_free(&blocks);
    end();
}
