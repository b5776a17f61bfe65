/* What a message costs over its size, in cycles, on any chip with MPI: `weft bench library` runs it on each link.
 *
 * All arguments are known only at run time. For each length it reports the median of nine, of two ranks as
 *
 *     early BYTES CYCLES      from the call of MPI_Send to the return of MPI_Recv, which has waited already
 *     request BYTES CYCLES    the same by MPI_Isend, MPI_Irecv and MPI_Wait; the receive is posted before
 *     late BYTES CYCLES       what MPI_Recv takes its caller when the message has been sent long before
 *
 * and of more as
 *
 *     pairs BYTES CYCLES      as early, all pairs of neighbours at the same time
 *     others BYTES CYCLES     as early between ranks 0 and 1, which have messages of others before it: the barrier's
 */
#include <weft/report.h>

#define REPETITIONS 9
#define WAIT 2000
#ifndef LARGEST
#define LARGEST 4096
#endif
#include "ways.h"

static uint32_t measure(const struct way *way, int bytes)
{
    int32_t times[REPETITIONS] = {0};
    for (int trial = 0; trial < REPETITIONS; trial++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (other >= 0 && (way->all || rank < 2)) {
            times[trial] = exchange(way, bytes);
        }
    }
    sort_times(times, REPETITIONS);
    return (uint32_t)times[REPETITIONS / 2];
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
        const int bytes = lengths[i];
        if (size == 2) {
            const uint32_t cycles[] = {measure(&early, bytes), measure(&request, bytes), measure(&late, bytes)};
            if (rank == 1) {
                weft_report_at("early #", bytes, cycles[0]);
                weft_report_at("request #", bytes, cycles[1]);
                weft_report_at("late #", bytes, cycles[2]);
            }
        } else {
            const uint32_t cycles[] = {measure(&pairs, bytes), measure(&early, bytes)};
            if (rank == 1) {
                weft_report_at("pairs #", bytes, cycles[0]);
                weft_report_at("others #", bytes, cycles[1]);
            }
        }
    }
    MPI_Finalize();
    return 0;
}
