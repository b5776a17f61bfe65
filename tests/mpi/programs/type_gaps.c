// What lies in the gaps of a receiver's type is left as it was.
//
// ranks: 2
// covers: MPI_Recv MPI_Send
#include "types.h"

static unsigned char buffer[3 * MAX_EXTENT];

static bool keeps_gaps(const struct moved_type *type)
{
    if (rank == 0) {
        fill(type, buffer, 3, 1);
        MPI_Send(buffer, 3, type->type, 1, 0, MPI_COMM_WORLD);
        return true;
    }
    bool kept = true;
    memset(buffer, 0xee, sizeof buffer);
    MPI_Recv(buffer, 3, type->type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (size_t i = 0; i < sizeof buffer; i++)
        if (i >= 3 * type->extent || !(type->data >> i % type->extent & 1))
            kept = kept && buffer[i] == 0xee;
    return kept && holds(type, buffer, 3, 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    for (int i = first_derived; i < type_count; i++)
        if (!keeps_gaps(&types[i]))
            say("%s overwrites its gaps", types[i].name);
    say("%d types", type_count - first_derived);
    free_types();
    end();
}
