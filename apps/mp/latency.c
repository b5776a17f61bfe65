/* Measures the cycles of a block between two tasks on a chip: weft run -q --platform nagam -n 2 apps/mp/latency.c
 *
 *     block BYTES CYCLES        send BYTES CYCLES
 *
 * "block" is the time from the call of MP_send to the return of MP_receive, the receiver waiting; "send" the time that
 * MP_send takes its caller. Length and task are known only at run time. Each is the median of nine.
 */
#include "../stopwatch.h"
#include <mp.h>
#include <stdio.h>

#define REPETITIONS 9
#define WAIT 2000 /* cycles that the sender lets pass so that the receiver waits */

static uint32_t block[MP_SEND_MAX / 4];

SIDE uint32_t send_at(counter *cycles, int task, unsigned length)
{
    const uint32_t called = before(cycles);
    MP_send(task, length, block);
    return called;
}

SIDE uint32_t time_send(counter *cycles, int task, unsigned length)
{
    const uint32_t called = before(cycles);
    MP_send(task, length, block);
    return after(cycles) - called;
}

SIDE uint32_t received_at(counter *cycles, int task, unsigned length)
{
    MP_receive(task, length, block);
    return after(cycles);
}

/* Receives all blocks. The receiver answers each with the cycle in which it had the block. */
static void receive_all(unsigned length)
{
    for (unsigned i = 0; i < REPETITIONS; i++) {
        block[0] = received_at(COUNTER, 0, length);
        MP_send(0, sizeof block[0], block);
        MP_receive(0, length, block);
    }
}

static void send_all(unsigned length)
{
    int32_t blocks[REPETITIONS];
    int32_t sends[REPETITIONS];
    for (unsigned i = 0; i < REPETITIONS; i++) {
        pass(WAIT);
        const uint32_t called = send_at(COUNTER, 1, length);
        MP_sent();
        MP_receive(1, sizeof block[0], block);
        blocks[i] = (int32_t)(block[0] - called - 1);
        pass(WAIT);
        sends[i] = (int32_t)time_send(COUNTER, 1, length) - 1;
    }
    sort_times(blocks, REPETITIONS);
    sort_times(sends, REPETITIONS);
    printf("block %u %ld\nsend %u %ld\n", length, (long)blocks[REPETITIONS / 2], length, (long)sends[REPETITIONS / 2]);
}

int main(void)
{
    for (unsigned length = 4; length <= MP_SEND_MAX; length *= 2) {
        if (MP_task() == 0) {
            send_all(length);
        } else {
            receive_all(length);
        }
    }
    return 0;
}
