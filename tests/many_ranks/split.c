/* MPI_Comm_split with the ranks' keys in order, in reverse, equal, and in no order: each new rank is as the keys and
 * the ranks have it. Reports the cycles of each on rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <weft/report.h>

static int rank, size, wrong;

static int key_of(int order, int of)
{
    return order == 0 ? of : order == 1 ? -of : order == 2 ? 7 : of * 37 % 101;
}

/* How many come before this rank. */
static int expected(int order)
{
    int before = 0;
    for (int other = 0; other < size; other++) {
        const int difference = key_of(order, other) - key_of(order, rank);
        before += difference < 0 || (difference == 0 && other < rank);
    }
    return before;
}

static void split(int order, const char *name)
{
    MPI_Comm comm;
    int got;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    MPI_Comm_split(MPI_COMM_WORLD, 0, key_of(order, rank), &comm);
    if (rank == 0) {
        weft_report_at("#", name, (MPI_Wtime() - start) / MPI_Wtick());
    }
    MPI_Comm_rank(comm, &got);
    wrong += got != expected(order);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    split(0, "in order");
    split(1, "reversed");
    split(2, "equal");
    split(3, "mixed");
    MPI_Reduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d wrong\n", sum);
    }
    MPI_Finalize();
    return 0;
}
