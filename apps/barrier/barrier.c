/* Measures the time of a barrier: barrier [LOOPS]
 *
 * A loop of four consecutive barriers with no work or delay between them, LOOPS (1,000) times, as in Culler, Singh and
 * Gupta, "Parallel Computer Architecture" (asip, section 5.2, figure 15 a). Reports
 *
 *     barrier RANKS CYCLES
 *
 * with the average time of a barrier, from the first core's start to the last core's end. With -D COUNT, which adds
 * instructions between the barriers, it reports their number as well:
 *
 *     met RANKS BARRIERS
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/report.h>
#include <weft/timer.h>

#define IN_A_ROW 4

static pthread_barrier_t barrier;

#ifdef COUNT
/* The barriers at which this thread was the serial one: at each, one of all threads is. */
static unsigned serial;

static void meet(void)
{
    serial += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
}

static void report_count(int rank, int ranks)
{
    unsigned all;
    MPI_Reduce(&serial, &all, 1, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        weft_report_at("met #", ranks, all);
    }
}
#else
static void meet(void)
{
    pthread_barrier_wait(&barrier);
}
#endif

static void loop(unsigned loops)
{
    for (unsigned i = 0; i < loops; i++) {
        meet();
        meet();
        meet();
        meet();
    }
}

/* Returns the time from the first core's start to the last core's end, at rank 0. */
static uint64_t elapsed(uint64_t start, uint64_t end)
{
    uint64_t first;
    uint64_t last;
    MPI_Reduce(&start, &first, 1, MPI_UINT64_T, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&end, &last, 1, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    return last - first;
}

int main(int argc, char **argv)
{
    int rank;
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int loops = argc > 1 ? atoi(argv[1]) : 1000;
    if (loops < 1 || pthread_barrier_init(&barrier, NULL, (unsigned)ranks) != 0) {
        fprintf(stderr, "barrier: needs a number of loops, at least 1, and a free barrier\n");
        MPI_Finalize();
        return 2;
    }
    pthread_barrier_wait(&barrier); /* so that all start together */
    const uint64_t start = weft_timer_now();
    loop((unsigned)loops);
    const uint64_t end = weft_timer_now();
    const uint64_t cycles = elapsed(start, end);
    if (rank == 0) {
        weft_report_at("barrier #", ranks, (double)cycles / (IN_A_ROW * loops));
    }
#ifdef COUNT
    report_count(rank, ranks);
#endif
    MPI_Finalize();
    return 0;
}
