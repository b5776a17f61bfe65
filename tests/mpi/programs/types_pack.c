// Every datatype packed and unpacked, within the size that was promised.
//
// ranks: 1 2
// covers: MPI_Pack MPI_Pack_size MPI_Unpack
#include "types.h"

static unsigned char buffer[3 * MAX_EXTENT];
static char packed[2048];

static bool by_pack(const struct moved_type *type)
{
    int promised = -1, position = 0, reread = 0;
    MPI_Pack_size(3, type->type, MPI_COMM_WORLD, &promised);
    fill(type, buffer, 3, 5);
    MPI_Pack(buffer, 3, type->type, packed, (int)sizeof packed, &position, MPI_COMM_WORLD);
    fill(type, buffer, 3, 6);
    MPI_Unpack(packed, position, &reread, buffer, 3, type->type, MPI_COMM_WORLD);
    return holds(type, buffer, 3, 5) && reread == position && position <= promised && position > 0;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Pack", by_pack);
    sweep("MPI_Unpack", by_pack);
    sweep("MPI_Pack_size", by_pack);
    free_types();
    end();
}
