// Types of types of types: a contiguous pair of vectors of structures with gaps.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_contiguous MPI_Type_create_hvector
// covers: MPI_Type_create_struct MPI_Type_free MPI_Type_get_extent MPI_Type_size
#include "say.h"
#include <stdint.h>
#include <string.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static unsigned char bytes[200], plain[200];
    const int lengths[2] = {2, 1};
    const MPI_Aint places[2] = {0, 4};
    const MPI_Datatype members[2] = {MPI_INT8_T, MPI_INT16_T};
    MPI_Datatype structure, vector, pair;
    MPI_Type_create_struct(2, lengths, places, members, &structure);
    MPI_Type_create_hvector(3, 2, 16, structure, &vector);
    MPI_Type_contiguous(2, vector, &pair);
    MPI_Type_commit(&pair);
    MPI_Aint lower, extent;
    int content;
    MPI_Type_get_extent(pair, &lower, &extent);
    MPI_Type_size(pair, &content);
    say("size %d, extent %d", content, (int)extent);
    for (int i = 0; i < 200; i++)
        bytes[i] = (unsigned char)i;
    if (rank == 0) {
        MPI_Send(bytes, 1, pair, 1, 0, MPI_COMM_WORLD);
    } else {
        memset(plain, 0xff, sizeof plain);
        MPI_Recv(plain, 1, pair, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        int moved = 0, wrong = 0;
        for (int i = 0; i < 200; i++) {
            moved += plain[i] != 0xff;
            wrong += plain[i] != 0xff && plain[i] != bytes[i];
        }
        say("moved %d bytes, wrong %d", moved, wrong);
    }
    MPI_Type_free(&structure);
    MPI_Type_free(&vector);
    MPI_Type_free(&pair);
    end();
}
