// Operations that are not defined on a datatype, and no operation at all.
//
// ranks: 1 2
// covers: MPI_Allreduce MPI_Exscan MPI_Op_free MPI_Reduce MPI_Reduce_local MPI_Scan
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    double in[2] = {0}, out[2];
    const MPI_Comm world = MPI_COMM_WORLD;
    MPI_Op op = MPI_SUM;
    say_error("MPI_Reduce, null operation", MPI_Reduce(in, out, 1, MPI_INT, MPI_OP_NULL, 0, world));
    say_error("MPI_Allreduce, null operation", MPI_Allreduce(in, out, 1, MPI_INT, MPI_OP_NULL, world));
    say_error("MPI_Allreduce, bits of a double", MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_BAND, world));
    say_error("MPI_Allreduce, largest complex number", MPI_Allreduce(in, out, 1, MPI_C_DOUBLE_COMPLEX, MPI_MAX, world));
    say_error("MPI_Allreduce, place of a number", MPI_Allreduce(in, out, 1, MPI_INT, MPI_MAXLOC, world));
    say_error("MPI_Allreduce, sum of pairs", MPI_Allreduce(in, out, 1, MPI_2INT, MPI_SUM, world));
    say_error("MPI_Reduce, bits of a float", MPI_Reduce(in, out, 1, MPI_FLOAT, MPI_BOR, 0, world));
    say_error("MPI_Scan, null operation", MPI_Scan(in, out, 1, MPI_INT, MPI_OP_NULL, world));
    say_error("MPI_Exscan, bits of a double", MPI_Exscan(in, out, 1, MPI_DOUBLE, MPI_BXOR, world));
    say_error("MPI_Reduce_local, null operation", MPI_Reduce_local(in, out, 1, MPI_INT, MPI_OP_NULL));
    say_error("MPI_Reduce_local, bits of a double", MPI_Reduce_local(in, out, 1, MPI_DOUBLE, MPI_BAND));
    say_error("MPI_Op_free, predefined operation", MPI_Op_free(&op));
    end();
}
