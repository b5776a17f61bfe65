/* What a message costs over its size between processes of this machine, in nanoseconds of its clock: see ways.h. They
 * vary from one repetition to the next, so that each line of latency.c is three here:
 *
 *     early BYTES tenth NS           what a tenth of the repetitions do not exceed
 *     early BYTES median NS
 *     early BYTES nine-tenths NS     what all but a tenth of them do not exceed
 */
#include <weft/report.h>

#define REPETITIONS 501
#define WAIT 20000 /* who waits does not sleep yet */
#ifndef LARGEST
#define LARGEST 65536
#endif
#include "ways.h"

/* Reports at the rank that receives. */
static void measure(const char *name, const struct way *way, int bytes)
{
    int32_t times[REPETITIONS] = {0};
    for (int trial = 0; trial < REPETITIONS; trial++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (other >= 0 && (way->all || rank < 2)) {
            times[trial] = exchange(way, bytes);
        }
    }
    sort_times(times, REPETITIONS);
    if (rank == 1) {
        weft_report_at2("# # tenth", name, bytes, times[REPETITIONS / 10]);
        weft_report_at2("# # median", name, bytes, times[REPETITIONS / 2]);
        weft_report_at2("# # nine-tenths", name, bytes, times[REPETITIONS * 9 / 10]);
    }
}

int main(void)
{
    int size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sends = rank % 2 == 0;
    other = sends ? rank + 1 : rank - 1;
    other = other < size ? other : -1;
    for (unsigned i = 0; i < LENGTHS && lengths[i] <= LARGEST; i++) {
        if (size == 2) {
            measure("early", &early, lengths[i]);
            measure("request", &request, lengths[i]);
            measure("late", &late, lengths[i]);
        } else {
            measure("pairs", &pairs, lengths[i]);
            measure("others", &early, lengths[i]);
        }
    }
    MPI_Finalize();
    return 0;
}
