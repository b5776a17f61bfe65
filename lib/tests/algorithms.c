/* Prints the table of collective algorithms, as docs/library/mpi.md shows it: make -C lib algorithms */
#include <stdio.h>

#include "mpi/algorithms.h"

#define PRINT(operations, when, algorithm) printf("| %s | %s | %s |\n", operations, when, algorithm);

int main(void)
{
    printf("| operation | when | algorithm |\n| --- | --- | --- |\n");
    WEFT_MPI_ALGORITHMS(PRINT)
    return 0;
}
