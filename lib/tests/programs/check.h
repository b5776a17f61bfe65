/* The macros of the test programs, which run on a platform: CHECK states what must be true, `finish` reports the
 * result. */
#ifndef WEFT_TEST_PROGRAM_CHECK_H
#define WEFT_TEST_PROGRAM_CHECK_H

#include <mpi.h>
#include <stdio.h>

static int failures;
static int rank;
static int size;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d: %s:%d: not so: %s\n", rank, __FILE__, __LINE__, #condition);                              \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

static void begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static int finish(void)
{
    MPI_Finalize();
    return failures > 0;
}

#endif
