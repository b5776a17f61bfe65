// User operations on derived types in every reduction.
//
// ranks: 1 2 3 5
// covers: MPI_Allreduce MPI_Exscan MPI_Op_create MPI_Op_free MPI_Reduce MPI_Reduce_local MPI_Reduce_scatter
// covers: MPI_Reduce_scatter_block MPI_Scan MPI_Type_commit MPI_Type_create_resized MPI_Type_create_struct
// covers: MPI_Type_free
#include "say.h"
#include <stddef.h>

struct point {
    short x;
    int y;
};

static void outermost(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    const struct point *a = in;
    struct point *b = inout;
    for (int i = 0; i < *length; i++) {
        b[i].x = a[i].x > b[i].x ? a[i].x : b[i].x;
        b[i].y = a[i].y < b[i].y ? a[i].y : b[i].y;
    }
}

static void say_points(const char *function, const struct point *points, int count)
{
    say_part("%d: %s struct:", rank, function);
    for (int i = 0; i < count; i++)
        say_part(" (%d, %d)", points[i].x, points[i].y);
    say_part("\n");
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype packed, type;
    const int lengths[2] = {1, 1};
    const MPI_Aint places[2] = {offsetof(struct point, x), offsetof(struct point, y)};
    const MPI_Datatype members[2] = {MPI_SHORT, MPI_INT};
    MPI_Type_create_struct(2, lengths, places, members, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct point), &type);
    MPI_Type_commit(&type);
    MPI_Op op;
    MPI_Op_create(outermost, 1, &op);
    struct point mine[16], all[16];
    int counts[8];
    for (int i = 0; i < 2 * size; i++)
        mine[i] = (struct point){(short)((rank * 5 + i) % 7), (rank * 3 + i) % 11 - 5};
    for (int peer = 0; peer < size; peer++)
        counts[peer] = 2;
    MPI_Reduce(mine, all, 2, type, op, 0, MPI_COMM_WORLD);
    if (rank == 0)
        say_points("MPI_Reduce", all, 2);
    MPI_Allreduce(mine, all, 2, type, op, MPI_COMM_WORLD);
    say_points("MPI_Allreduce", all, 2);
    MPI_Reduce_scatter(mine, all, counts, type, op, MPI_COMM_WORLD);
    say_points("MPI_Reduce_scatter", all, 2);
    MPI_Reduce_scatter_block(mine, all, 2, type, op, MPI_COMM_WORLD);
    say_points("MPI_Reduce_scatter_block", all, 2);
    MPI_Scan(mine, all, 2, type, op, MPI_COMM_WORLD);
    say_points("MPI_Scan", all, 2);
    MPI_Exscan(mine, all, 2, type, op, MPI_COMM_WORLD);
    if (rank > 0)
        say_points("MPI_Exscan", all, 2);
    all[0] = (struct point){3, 0};
    MPI_Reduce_local(mine, all, 1, type, op);
    say_points("MPI_Reduce_local", all, 1);
    MPI_Op_free(&op);
    MPI_Type_free(&packed);
    MPI_Type_free(&type);
    end();
}
