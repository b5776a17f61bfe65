/* Messages between all cores, by circuits of all cores and in all priorities: none is lost, changed or waits for ever.
 * One core ends with a circuit open. Returns the number of words that are wrong. */
#include <mpi.h>
#include <qos.h>
#include <weft/mpi_circuits.h>

#define MOST_WORDS 300
#define ROUNDS 10

static int word(int rank, int round, int i)
{
    return 1000 * rank + 10 * i + round;
}

/* In each round the ranks are as far apart, and the blocks as long, as a number sequence says. */
static int exchange(int round, int rank, int size)
{
    static int out[MOST_WORDS];
    static int in[MOST_WORDS];
    static unsigned seed = 12345;
    seed = seed * 1103515245u + 12345u;
    const int distance = 1 + (int)(seed >> 16) % (size - 1);
    const int words = 1 + (int)(seed >> 8) % MOST_WORDS;
    const int source = (rank + size - distance) % size;
    int wrong = 0;
    for (int i = 0; i < words; i++) {
        out[i] = word(rank, round, i);
    }
    MPI_Sendrecv(out, words, MPI_INT, (rank + distance) % size, round, in, words, MPI_INT, source, round,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < words; i++) {
        wrong += in[i] != word(source, round, i);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    int wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int circuit = WEFT_QOS_ONE_WAY + rank % 2;
    int priority = rank % WEFT_MPI_PRIORITIES;
    MPI_Comm_set_attr(MPI_COMM_WORLD, WEFT_CIRCUIT, &circuit);
    MPI_Comm_set_attr(MPI_COMM_WORLD, WEFT_PRIORITY, &priority);
    for (int round = 0; round < ROUNDS; round++) {
        wrong += exchange(round, rank, size);
    }
    MPI_Finalize();
    if (rank == 3) {
        weft_qos_open(WEFT_NI_DEVICE_EXTERNAL, WEFT_QOS_BOTH_WAYS);
    }
    return wrong;
}
