// The count of a message and the number of its basic elements, in units of every datatype.
//
// ranks: 2
// covers: MPI_Get_count MPI_Get_elements MPI_Recv MPI_Send
#include "types.h"

static unsigned char buffer[5 * MAX_EXTENT];

static int moved_count(const struct moved_type *type, int (*count_in)(const MPI_Status *, MPI_Datatype, int *),
                       int sent)
{
    MPI_Status status;
    int count = -1;
    if (rank == 0)
        MPI_Send(buffer, sent, type->type, 1, 3, MPI_COMM_WORLD);
    else {
        MPI_Recv(buffer, 5, type->type, 0, 3, MPI_COMM_WORLD, &status);
        count_in(&status, type->type, &count);
    }
    return count;
}

static bool by_count(const struct moved_type *type)
{
    bool right = true;
    for (int sent = 0; sent < 5; sent++) {
        int count = moved_count(type, MPI_Get_count, sent);
        right = right && (rank == 0 || count == sent);
    }
    return right;
}

// One element of a basic type is one; a derived type or a pair has at least one.
static bool by_elements(const struct moved_type *type)
{
    int one = moved_count(type, MPI_Get_elements, 1);
    int four = moved_count(type, MPI_Get_elements, 4);
    return rank == 0 || (one >= 1 && four == 4 * one);
}

// MPICH 4.0 divides by zero in MPI_Get_elements for pairs with a floating-point value.
static void leave_out_floating_pairs(void)
{
    int kept = 0;
    for (int i = 0; i < type_count; i++)
        if (types[i].type != MPI_FLOAT_INT && types[i].type != MPI_DOUBLE_INT && types[i].type != MPI_LONG_DOUBLE_INT)
            types[kept++] = types[i];
    first_derived -= type_count - kept;
    type_count = kept;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Get_count", by_count);
    leave_out_floating_pairs();
    sweep("MPI_Get_elements", by_elements);
    free_types();
    end();
}
