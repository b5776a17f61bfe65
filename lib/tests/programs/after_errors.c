/* The library continues to work after an error that was returned: a collective operation in which one rank passes too
 * small a buffer ends at every rank, and the next operations are correct. Each error occurs twice: with
 * MPI_ERRORS_RETURN, and with an error handler of the program that returns. */
#include "check.h"

#include <string.h>

enum { MOST = 8 };
static int complaints;
static int values[MOST * MOST], others[MOST * MOST];

static void complain(MPI_Comm *comm, int *code, ...)
{
    complaints += *comm != MPI_COMM_NULL && *code == MPI_ERR_TRUNCATE;
}

/* One rank receives less than the others send. */
static int count(void)
{
    return rank == size - 1 ? 1 : 2;
}

static void fill(void)
{
    for (int i = 0; i < MOST * MOST; i++) {
        values[i] = rank * 100 + i;
        others[i] = -1;
    }
}

/* Ends with an error at one rank at least; others may see none. */
static void wrong(int number)
{
    const MPI_Comm world = MPI_COMM_WORLD;
    fill();
    switch (number) {
    case 0:
        MPI_Bcast(values, count(), MPI_INT, 0, world);
        break;
    case 1:
        MPI_Gather(values, 2, MPI_INT, others, rank == 0 ? 1 : 2, MPI_INT, 0, world);
        break;
    case 2:
        MPI_Scatter(values, 2, MPI_INT, others, count(), MPI_INT, 0, world);
        break;
    case 3:
        MPI_Allgather(values, 2, MPI_INT, others, count(), MPI_INT, world);
        break;
    case 4:
        MPI_Alltoall(values, 2, MPI_INT, others, count(), MPI_INT, world);
        break;
    case 5:
        MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, others, count(), MPI_INT, world);
        break;
    case 6:
        MPI_Reduce(values, others, count(), MPI_INT, MPI_SUM, size - 1, world);
        break;
    case 7:
        MPI_Allreduce(values, others, count(), MPI_INT, MPI_SUM, world);
        break;
    case 8:
        MPI_Scan(values, others, count(), MPI_INT, MPI_SUM, world);
        break;
    case 9:
        MPI_Exscan(values, others, count(), MPI_INT, MPI_SUM, world);
        break;
    default:
        MPI_Reduce_scatter_block(values, others, count(), MPI_INT, MPI_SUM, world);
    }
}

static int sum_of_ranks(void)
{
    return size * (size - 1) / 2 * 100;
}

static void right(void)
{
    const MPI_Comm world = MPI_COMM_WORLD;
    fill();
    CHECK(MPI_Allreduce(values, others, 2, MPI_INT, MPI_SUM, world) == MPI_SUCCESS);
    CHECK(others[0] == sum_of_ranks() && others[1] == sum_of_ranks() + size);
    CHECK(MPI_Alltoall(values, 1, MPI_INT, others, 1, MPI_INT, world) == MPI_SUCCESS);
    CHECK(others[0] == rank && others[size - 1] == (size - 1) * 100 + rank);
    CHECK(MPI_Allgather(values, 2, MPI_INT, others, 2, MPI_INT, world) == MPI_SUCCESS);
    CHECK(others[0] == 0 && others[2 * size - 1] == (size - 1) * 100 + 1);
    CHECK(MPI_Gather(values, 1, MPI_INT, others, 1, MPI_INT, 0, world) == MPI_SUCCESS);
    CHECK(rank != 0 || others[size - 1] == (size - 1) * 100);
    CHECK(MPI_Scatter(values, 1, MPI_INT, others, 1, MPI_INT, 0, world) == MPI_SUCCESS);
    CHECK(others[0] == rank);
    CHECK(MPI_Scan(values, others, 1, MPI_INT, MPI_SUM, world) == MPI_SUCCESS);
    CHECK(others[0] == rank * (rank + 1) / 2 * 100);
    CHECK(MPI_Reduce(values, others, 1, MPI_INT, MPI_SUM, 0, world) == MPI_SUCCESS);
    CHECK(rank != 0 || others[0] == sum_of_ranks());
    CHECK(MPI_Bcast(values, 2, MPI_INT, size - 1, world) == MPI_SUCCESS);
    CHECK(values[0] == (size - 1) * 100 && values[1] == values[0] + 1);
    CHECK(MPI_Barrier(world) == MPI_SUCCESS);
}

static void all(void)
{
    for (int number = 0; number <= 10; number++) {
        wrong(number);
        right();
    }
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler;
    int all_complaints = 0;
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    all();
    MPI_Comm_create_errhandler(complain, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    all();
    MPI_Allreduce(&complaints, &all_complaints, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(size == 1 || all_complaints >= 8);
    return finish();
}
