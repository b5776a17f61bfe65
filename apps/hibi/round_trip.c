/* Round trips by MPI_Send and MPI_Recv between the two cores at HIBI: N words to the other core, which already waits
 * for them, and a word back, the median of 100, as apps/hibi/driver.c measures them by the bare driver.
 *
 *     weft run --platform funcapix -n 2 apps/hibi/round_trip.c
 *
 * It prints lines
 *
 *     mpi round-trip WORDS CYCLES
 */
#include "../stopwatch.h"
#include <mpi.h>
#include <weft/report.h>

#define REPETITIONS 100
#define WAIT 500 /* cycles after which the other core waits */
#define MOST 256 /* words of a message */
#define TAG 3

enum { NEAR, FAR };

static int words[MOST], answer[MOST];

SIDE int32_t round_trip(int count, counter *cycles)
{
    const uint32_t called = before(cycles);
    MPI_Send(words, count, MPI_INT, FAR, TAG, MPI_COMM_WORLD);
    MPI_Recv(answer, 1, MPI_INT, FAR, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (int32_t)(after(cycles) - called - 1);
}

static void measure(int count)
{
    int32_t times[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
        pass(WAIT);
        times[i] = round_trip(count, COUNTER);
    }
    sort_times(times, REPETITIONS);
    weft_report_at("mpi round-trip #", count, times[REPETITIONS / 2]);
}

static void reply(int count)
{
    for (int i = 0; i < REPETITIONS; i++) {
        MPI_Recv(words, count, MPI_INT, NEAR, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(answer, 1, MPI_INT, NEAR, TAG, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int count = 1; count <= MOST; count *= 2) {
        (rank == NEAR ? measure : reply)(count);
    }
    MPI_Finalize();
    return 0;
}
