/* The engine is for MPI or for MCAPI: which runs first has it. */
#include "provoke.h"

#include <mpi.h>
#include <weft/node.h>

int main(int argc, char **argv)
{
    mcapi_info_t info;
    MPI_Init(&argc, &argv);
    PROVOKE(initialize, NODE_INITFAILED, 0, weft_node(), NULL, NULL, &info);
    return MPI_Finalize();
}
