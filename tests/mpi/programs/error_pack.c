// Packing without room, and wrong arguments.
//
// ranks: 1 2
// covers: MPI_Pack MPI_Pack_size MPI_Unpack
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int words[4] = {0}, position = 0, bytes;
    char packed[8];
    const MPI_Comm world = MPI_COMM_WORLD;
    say_error("MPI_Pack, negative count", MPI_Pack(words, -1, MPI_INT, packed, 8, &position, world));
    say_error("MPI_Pack, null datatype", MPI_Pack(words, 1, MPI_DATATYPE_NULL, packed, 8, &position, world));
    say_error("MPI_Pack, null communicator", MPI_Pack(words, 1, MPI_INT, packed, 8, &position, MPI_COMM_NULL));
    say_error("MPI_Unpack, negative count", MPI_Unpack(packed, 8, &position, words, -1, MPI_INT, world));
    say_error("MPI_Unpack, null datatype", MPI_Unpack(packed, 8, &position, words, 1, MPI_DATATYPE_NULL, world));
    say_error("MPI_Pack_size, null datatype", MPI_Pack_size(1, MPI_DATATYPE_NULL, world, &bytes));
    say_error("MPI_Pack_size, null communicator", MPI_Pack_size(1, MPI_INT, MPI_COMM_NULL, &bytes));
    end();
}
