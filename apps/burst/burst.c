/* Measures a burst of 64 words from one task to another: burst, on two tiles of a mesh.
 *
 * Measures what S. S. Kumar et al., "Low Overhead Message Passing for High Performance Many-Core Processors", section
 * V.A, do: the time from the call of MP_send to the return of MP_receive, the receiver already waiting, no other
 * traffic. It reports the median of nine as
 *
 *     burst ARGUMENTS CYCLES
 *
 * where ARGUMENTS is "constant" if task and length are constants in the program, "run-time" if they are known only at
 * run time. Task 0 sends only bursts, and task 1 only as many readings of one word, so that the flits of a burst can be
 * counted.
 */
#include "../must.h"
#include "../stopwatch.h"
#include <weft/report.h>

#define REPETITIONS 9
#define WAIT 2000 /* cycles that the sender lets pass so that the receiver waits */
#define WORDS 64

enum { SENDER, RECEIVER };

static uint32_t block[WORDS];

SIDE uint32_t constant_send(counter *cycles)
{
    const uint32_t called = before(cycles);
    MP_send(RECEIVER, sizeof block, block);
    return called;
}

SIDE uint32_t constant_receive(counter *cycles)
{
    MP_receive(SENDER, sizeof block, block);
    return after(cycles);
}

/* Arguments are in the order of the call, so that they need not be moved between registers. */
SIDE uint32_t run_time_send(int task, unsigned length, const void *data, counter *cycles)
{
    const uint32_t called = before(cycles);
    MP_send(task, length, data);
    return called;
}

SIDE uint32_t run_time_receive(int task, unsigned length, void *data, counter *cycles)
{
    MP_receive(task, length, data);
    return after(cycles);
}

static uint32_t send_burst(int known)
{
    return known ? constant_send(COUNTER) : run_time_send(RECEIVER, sizeof block, block, COUNTER);
}

static uint32_t receive_burst(int known)
{
    return known ? constant_receive(COUNTER) : run_time_receive(SENDER, sizeof block, block, COUNTER);
}

/* Returns the cycles of a burst at the sender, and 0 at the receiver, which sends its reading. */
static int32_t burst(int known)
{
    uint32_t reading;
    if (MP_task() == RECEIVER) {
        reading = receive_burst(known);
        must(MP_send(SENDER, sizeof reading, &reading), "MP_send");
        MP_sent();
        return 0;
    }
    pass(WAIT);
    const uint32_t called = send_burst(known);
    must(MP_receive(RECEIVER, sizeof reading, &reading), "MP_receive");
    return (int32_t)(reading - called - 1);
}

static void measure(const char *arguments, int known)
{
    int32_t times[REPETITIONS];
    for (unsigned i = 0; i < REPETITIONS; i++) {
        times[i] = burst(known);
    }
    sort_times(times, REPETITIONS);
    if (MP_task() == SENDER) {
        weft_report_at("burst #", arguments, times[REPETITIONS / 2]);
    }
}

int main(void)
{
    measure("constant", 1);
    measure("run-time", 0);
    return 0;
}
