/* Measures the cost of a mutex, free and contended (asip, section 5.2, figure 14): lock [ROUNDS]
 *
 * Free: from the call of pthread_mutex_lock to its return, without contention. "constant": the mutex is a constant in
 * the program; "run-time": it is passed by a pointer; "call": the same, and pthread_mutex_lock, which the compiler
 * normally inlines, is called as a function. Contended: every rank takes and releases one mutex ROUNDS times (default
 * 64). It holds the mutex so long that all others wait, for times that vary, so that all phases of polling occur.
 * Measured is the time from the release's end on one core ("after": pthread_mutex_unlock has returned), or from its
 * beginning ("since": it is called), to the acquisition's end on the next. Reports
 *
 *     lock free ARGUMENTS CYCLES        lock RANKS after|since best|median|worst CYCLES
 *
 * All cores read the same cycle counter, so times of different cores can be subtracted.
 */
#include "../stopwatch.h"
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <weft/report.h>

#define FREE_TRIALS 9
#define MOST_ROUNDS 1024
#define HOLD 300       /* minimum cycles for which the mutex is held, for each waiting core */
#define HOLD_PHASES 97 /* number of different additional hold times */

/* One round of one rank, in cycles of the common counter. */
struct round {
    uint32_t wanted;
    uint32_t acquired;
    uint32_t releasing;
    uint32_t released;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct round mine[MOST_ROUNDS];
static int rank;
static int ranks;

SIDE uint32_t lock_constant(counter *cycles)
{
    const uint32_t called = before(cycles);
    pthread_mutex_lock(&mutex);
    return after(cycles) - called - 1;
}

SIDE uint32_t lock_run_time(counter *cycles, pthread_mutex_t *which)
{
    const uint32_t called = before(cycles);
    pthread_mutex_lock(which);
    return after(cycles) - called - 1;
}

SIDE int call_lock(pthread_mutex_t *which)
{
    return pthread_mutex_lock(which);
}

SIDE uint32_t lock_call(counter *cycles, pthread_mutex_t *which)
{
    const uint32_t called = before(cycles);
    call_lock(which);
    return after(cycles) - called - 1;
}

#define MEASURE_FREE(arguments, lock)                                                                                  \
    do {                                                                                                               \
        int32_t times[FREE_TRIALS];                                                                                    \
        for (int trial = 0; trial < FREE_TRIALS; trial++) {                                                            \
            times[trial] = (int32_t)(lock);                                                                            \
            pthread_mutex_unlock(&mutex);                                                                              \
        }                                                                                                              \
        sort_times(times, FREE_TRIALS);                                                                                \
        weft_report_at("lock free #", arguments, times[FREE_TRIALS / 2]);                                              \
    } while (0)

static void measure_free(void)
{
    MEASURE_FREE("constant", lock_constant(COUNTER));
    MEASURE_FREE("run-time", lock_run_time(COUNTER, &mutex));
    MEASURE_FREE("call", lock_call(COUNTER, &mutex));
}

SIDE void hand_over(counter *cycles, struct round *round, uint32_t hold)
{
    round->wanted = before(cycles);
    pthread_mutex_lock(&mutex);
    round->acquired = after(cycles);
    pass(hold);
    round->releasing = before(cycles);
    pthread_mutex_unlock(&mutex);
    round->released = after(cycles);
}

static void take_turns(unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        const uint32_t phase = (i * 41 + (unsigned)rank * 17) % HOLD_PHASES;
        hand_over(COUNTER, &mine[i], HOLD * (unsigned)ranks + phase);
    }
}

static int compare_rounds(const void *a, const void *b)
{
    const int32_t difference = (int32_t)(((const struct round *)a)->acquired - ((const struct round *)b)->acquired);
    return (difference > 0) - (difference < 0);
}

static void report(const char *from, int32_t *times, unsigned count)
{
    sort_times(times, count);
    weft_report_at2("lock # # best", ranks, from, times[0]);
    weft_report_at2("lock # # median", ranks, from, times[count / 2]);
    weft_report_at2("lock # # worst", ranks, from, times[count - 1]);
}

/* Reports the hand-overs in `all`, the rounds of every rank. A round counts if the next owner waited for the mutex
 * before it was released, and had begun to wait at least HOLD / 2 cycles before, so that it was asleep or polling
 * regularly. */
static int report_hand_overs(struct round *all, unsigned count)
{
    int32_t *const after_release = malloc(count * sizeof *after_release);
    int32_t *const since_call = malloc(count * sizeof *since_call);
    unsigned contended = 0;
    if (!after_release || !since_call) {
        return 1;
    }
    qsort(all, count, sizeof *all, compare_rounds);
    for (unsigned i = 1; i < count; i++) {
        if ((int32_t)(all[i - 1].releasing - all[i].wanted) >= HOLD / 2) {
            after_release[contended] = (int32_t)(all[i].acquired - all[i - 1].released);
            since_call[contended] = (int32_t)(all[i].acquired - all[i - 1].releasing) - 1;
            contended++;
        }
    }
    if (contended > 0) {
        report("after", after_release, contended);
        report("since", since_call, contended);
    }
    return contended == 0;
}

static int measure_hand_over(unsigned rounds)
{
    const int bytes = (int)(rounds * sizeof(struct round));
    struct round *const all = rank == 0 ? malloc((size_t)bytes * (unsigned)ranks) : NULL;
    if (rank == 0 && !all) {
        fprintf(stderr, "lock: the data memory does not hold so many rounds\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    take_turns(rounds);
    MPI_Gather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    return rank == 0 && ranks > 1 ? report_hand_overs(all, rounds * (unsigned)ranks) : 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int rounds = argc > 1 ? atoi(argv[1]) : 64;
    if (rounds < 2 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "lock: from 2 to %d rounds are possible\n", MOST_ROUNDS);
        MPI_Finalize();
        return 2;
    }
    /* The other ranks wait in a broadcast, asleep if the chip supports that, until rank 0 is done. */
    int done = rank == 0;
    if (rank == 0) {
        measure_free();
    }
    MPI_Bcast(&done, 1, MPI_INT, 0, MPI_COMM_WORLD);
    const int failed = measure_hand_over((unsigned)rounds);
    MPI_Finalize();
    return failed;
}
