/* All ranks of a large chip or job: collective operations, neighbours, far partners, groups and communicators. Rank 0
 * says at the end how many ranks found all of it right. */
#include <mpi.h>
#include <stdio.h>

#define PIECE 300 /* integers: longer than a block of any link */

static int rank, size, wrong;

static void expect(int is, const char *what)
{
    if (!is && wrong++ == 0) {
        printf("rank %d: %s\n", rank, what);
    }
}

static void neighbours(int distance)
{
    const int to = (rank + distance) % size;
    const int from = (rank - distance + size) % size;
    int out[PIECE], in[PIECE];
    MPI_Status status;
    for (int i = 0; i < PIECE; i++) {
        out[i] = rank * PIECE + i;
    }
    for (int count = 1; count <= PIECE; count += PIECE - 1) {
        in[count - 1] = -1;
        MPI_Sendrecv(out, count, MPI_INT, to, distance, in, count, MPI_INT, from, distance, MPI_COMM_WORLD, &status);
        expect(in[count - 1] == from * PIECE + count - 1, "a neighbour's numbers");
        expect(status.MPI_SOURCE == from, "a neighbour's rank");
    }
}

static void collective(void)
{
    int sum = -1;
    int all[1024];
    int root = rank == size - 1 ? 4711 : 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect(sum == size * (size - 1) / 2, "MPI_Allreduce");
    MPI_Bcast(&root, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    expect(root == 4711, "MPI_Bcast");
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 1, MPI_COMM_WORLD);
    for (int i = 0; rank == 1 && i < size; i++) {
        expect(all[i] == i, "MPI_Gather");
    }
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect(sum == rank * (rank + 1) / 2, "MPI_Scan");
}

/* The ranks of each remainder by three, in the opposite order. */
static void parts(void)
{
    MPI_Comm part;
    MPI_Group all, mine;
    int place, count, world, first = rank;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &part);
    MPI_Comm_rank(part, &place);
    MPI_Comm_size(part, &count);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm_group(part, &mine);
    MPI_Group_translate_ranks(mine, 1, &place, all, &world);
    expect(world == rank, "MPI_Group_translate_ranks");
    MPI_Bcast(&first, 1, MPI_INT, count - 1, part);
    expect(first == rank % 3, "MPI_Bcast in a part");
    MPI_Group_free(&mine);
    MPI_Group_free(&all);
    MPI_Comm_free(&part);
}

int main(int argc, char **argv)
{
    int right, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int distance = 1; distance < size; distance += size / 3) {
        neighbours(distance);
    }
    collective();
    parts();
    right = wrong == 0;
    MPI_Reduce(&right, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d of %d ranks right\n", sum, size);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
