/* Random MPI_Scatterv and MPI_Scatter: random SEED STEPS
 *
 * Communicators of all ranks, of every other one and of the upper half with rank 0; any root; parts of any length that
 * begin anywhere, with gaps between them, taken as bytes or as blocks with holes. In some steps a rank first sends the
 * next one a long message that this has only begun to receive: whoever waits for its part must let it through. All
 * ranks draw the same numbers. Prints how many bytes were compared. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANKS 64
#define LARGEST 700 /* bytes of a part */
#define GAP 5
#define LONG 3000 /* bytes of a message that is under way meanwhile */
#define GUARD 0x5A

static uint32_t state;
static uint8_t all[RANKS * (LARGEST + GAP)];
static uint8_t own[2 * LARGEST + 8];
static uint8_t out[LONG];
static uint8_t in[LONG];
static unsigned long compared;

static int draw(int below)
{
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (int)((state >> 8) % (uint32_t)below);
}

static uint8_t byte_at(int step, int rank, int place)
{
    return (uint8_t)(step * 31 + rank * 7 + place * (1 + place % 3));
}

static void require(int is, int should, const char *what, int step, int place)
{
    compared++;
    if (is != should) {
        printf("step %d, %s %d: it is %d, not %d\n", step, what, place, is, should);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* What each rank is to have; lengths are often the same, often small, often none. */
static void plan(int ranks, int *counts, int *places)
{
    const int most = draw(3) == 0 ? LARGEST : 1 + draw(160);
    int place = draw(4);
    for (int rank = 0; rank < ranks; rank++) {
        counts[rank] = draw(4) == 0 ? 0 : draw(2) == 0 ? most : draw(most + 1);
        places[rank] = place;
        place += counts[rank] + draw(GAP);
    }
}

/* Takes the part as bytes from an odd or even address on, or each byte behind a hole. */
static void take(MPI_Comm comm, int root, const int *counts, const int *places, int step, int rank)
{
    const int holes = draw(3) == 0;
    const int first = draw(4);
    const int count = counts[rank];
    MPI_Datatype type = MPI_BYTE;
    if (holes) {
        MPI_Type_create_resized(MPI_BYTE, 0, 2, &type);
        MPI_Type_commit(&type);
    }
    memset(own, GUARD, sizeof own);
    MPI_Scatterv(all, counts, places, MPI_BYTE, own + first, count, type, root, comm);
    for (int i = 0; i < count; i++) {
        require(own[first + i * (1 + holes)], byte_at(step, rank, i), "byte", step, i);
    }
    const int end = first + (holes ? 2 * count : count);
    require(own[end], GUARD, "behind byte", step, count);
    if (holes) {
        MPI_Type_free(&type);
    }
}

static void fill(const int *counts, const int *places, int ranks, int step)
{
    for (int rank = 0; rank < ranks; rank++) {
        for (int i = 0; i < counts[rank]; i++) {
            all[places[rank] + i] = byte_at(step, rank, i);
        }
    }
}

/* Equal parts of words. */
static void scatter_equal(MPI_Comm comm, int root, int step, int rank, int ranks)
{
    const int count = draw(LARGEST / 4);
    if (rank == root) {
        for (int i = 0; i < count * ranks; i++) {
            ((uint32_t *)(void *)all)[i] = (uint32_t)(step * 1000003 + i);
        }
    }
    MPI_Scatter(all, count, MPI_UINT32_T, own, count, MPI_UINT32_T, root, comm);
    for (int i = 0; i < count; i++) {
        require((int)((uint32_t *)(void *)own)[i], step * 1000003 + rank * count + i, "word", step, i);
    }
}

static void scatter_random(MPI_Comm comm, int step)
{
    int rank;
    int ranks;
    int counts[RANKS];
    int places[RANKS];
    MPI_Request request;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const int root = draw(ranks);
    const int sender = draw(ranks);
    const int takes_late = draw(2) == 0 && ranks > 1;
    const int receiver = (sender + 1) % ranks;
    if (takes_late && rank == receiver) {
        MPI_Irecv(in, LONG, MPI_BYTE, sender, step, comm, &request);
    }
    if (takes_late && rank == sender) {
        memset(out, step, LONG);
        MPI_Send(out, LONG, MPI_BYTE, receiver, step, comm);
    }
    plan(ranks, counts, places);
    if (rank == root) {
        fill(counts, places, ranks, step);
    }
    take(comm, root, counts, places, step, rank);
    if (takes_late && rank == receiver) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        require(in[LONG - 1], (uint8_t)step, "late byte", step, LONG - 1);
    }
    scatter_equal(comm, draw(ranks), step, rank, ranks);
}

int main(int argc, char **argv)
{
    int rank;
    int ranks;
    MPI_Comm some[3] = {MPI_COMM_WORLD};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &some[1]);
    MPI_Comm_split(MPI_COMM_WORLD, rank >= ranks / 2 || rank == 0, 0, &some[2]);
    const uint32_t seed = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
    const int steps = argc > 2 ? atoi(argv[2]) : 10;
    for (int step = 0; step < steps; step++) {
        state = seed * UINT32_C(2654435761) + (uint32_t)step;
        const int which = draw(3);
        scatter_random(some[which], step);
    }
    unsigned long sum = 0;
    MPI_Reduce(&compared, &sum, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%lu compared\n", sum);
    }
    MPI_Finalize();
    return 0;
}
