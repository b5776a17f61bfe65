/* The queues of queues.c on a mesh, whose tiles access memories through their DMA engines: cycles of a burst of 64
 * words.
 *
 *     weft run -q -n 2 --platform nagam-queues apps/rivals/mesh_queues.c
 *
 * All memories are tiles of the mesh; core i has memory i + 2 next to it as its scratchpad, memory 0 is shared. In
 * "scratch", slots and both counters are in the producer's scratchpad, which is as near to the next core as its own. In
 * "shared" they are in the shared memory. The counter follows the words to the same memory, so it arrives after them.
 * Both kinds move blocks; in "shared-words" each word is a separate access, as with loads and stores of a core.
 *
 * Lines "mesh-queue KIND ARGUMENTS CYCLES", from the call of the sender to the return of the receiver, which waits
 * already: median of nine phases between two polls; also with "least" and "most". ARGUMENTS as in apps/burst.
 */
#include "../must.h"
#include "../stopwatch.h"
#include "message_queue.h"
#include <weft/core.h>
#include <weft/report.h>

#define WAIT 8000       /* cycles that the sender lets pass so that the receiver waits */
#define MEMORY 0x10000u /* bytes of a memory tile of nagam-queues */

enum { SENDER, RECEIVER };

/* The memory of a queue. */
#define SHARED 0u
#define SCRATCHPAD_OF(core) (((core) + 2u) * MEMORY)
#define FILLED 0u
#define TAKEN 4u
#define SLOT(number) (64u + (number) % SLOTS * (4u * WORDS))

static uint32_t counted; /* the value to which a counter is set: in use until it has been sent */

static inline uint32_t value_at(uint32_t address)
{
    uint32_t value;
    MP_mread(&value, sizeof value, address);
    return value;
}

static inline void set(uint32_t address, uint32_t value)
{
    MP_sent();
    counted = value;
    MP_mwrite(&counted, sizeof counted, address);
}

static inline void await_slot(uint32_t queue)
{
    while (sent - seen_taken == SLOTS) {
        seen_taken = value_at(queue + TAKEN);
    }
}

static inline void queue_send(uint32_t queue, const uint32_t *data, uint32_t words)
{
    await_slot(queue);
    MP_mwrite(data, 4 * words, queue + SLOT(sent));
    set(queue + FILLED, ++sent);
}

static inline void queue_receive(uint32_t queue, uint32_t *data, uint32_t words)
{
    while (value_at(queue + FILLED) == received) {
    }
    MP_mread(data, 4 * words, queue + SLOT(received));
    set(queue + TAKEN, ++received);
}

static inline void words_send(uint32_t queue, const uint32_t *data, uint32_t words)
{
    await_slot(queue);
    for (uint32_t i = 0; i < words; i++) {
        MP_mwrite(&data[i], 4, queue + SLOT(sent) + 4 * i);
    }
    set(queue + FILLED, ++sent);
}

static inline void words_receive(uint32_t queue, uint32_t *data, uint32_t words)
{
    while (value_at(queue + FILLED) == received) {
    }
    for (uint32_t i = 0; i < words; i++) {
        MP_mread(&data[i], 4, queue + SLOT(received) + 4 * i);
    }
    set(queue + TAKEN, ++received);
}

#define CONSTANT_SIDES(name, how, queue)                                                                               \
    SIDE uint32_t name##_send(counter *cycles)                                                                         \
    {                                                                                                                  \
        const uint32_t called = before(cycles);                                                                        \
        how##_send(queue, message, WORDS);                                                                             \
        return called;                                                                                                 \
    }                                                                                                                  \
    SIDE uint32_t name##_receive(counter *cycles)                                                                      \
    {                                                                                                                  \
        how##_receive(queue, message, WORDS);                                                                          \
        return after(cycles);                                                                                          \
    }
CONSTANT_SIDES(scratch, queue, SCRATCHPAD_OF(SENDER))
CONSTANT_SIDES(shared, queue, SHARED)

#define RUN_TIME_SIDES(how)                                                                                            \
    SIDE uint32_t run_time_##how##_send(uint32_t queue, const uint32_t *data, uint32_t words, counter *cycles)         \
    {                                                                                                                  \
        const uint32_t called = before(cycles);                                                                        \
        how##_send(queue, data, words);                                                                                \
        return called;                                                                                                 \
    }                                                                                                                  \
    SIDE uint32_t run_time_##how##_receive(uint32_t queue, uint32_t *data, uint32_t words, counter *cycles)            \
    {                                                                                                                  \
        how##_receive(queue, data, words);                                                                             \
        return after(cycles);                                                                                          \
    }
RUN_TIME_SIDES(queue)
RUN_TIME_SIDES(words)

static void report_times(const char *kind, const char *arguments, int32_t *times)
{
    sort_times(times, REPETITIONS);
    weft_report_at2("mesh-queue # #", kind, arguments, times[REPETITIONS / 2]);
    weft_report_at2("mesh-queue # # least", kind, arguments, times[0]);
    weft_report_at2("mesh-queue # # most", kind, arguments, times[REPETITIONS - 1]);
}

/* `send` and `receive` are calls. The receiver sends the cycle in which it had the burst to the sender. The phase of
 * the receiver's polls relative to the call differs in each trial. */
#define MEASURE(kind, arguments, send, receive)                                                                        \
    do {                                                                                                               \
        int32_t times[REPETITIONS];                                                                                    \
        for (uint32_t trial = 0; trial < REPETITIONS; trial++) {                                                       \
            uint32_t reading;                                                                                          \
            if (MP_task() == SENDER) {                                                                                 \
                fill(trial);                                                                                           \
                pass(WAIT + 5 * trial);                                                                                \
                const uint32_t called = (send);                                                                        \
                must(MP_receive(RECEIVER, sizeof reading, &reading), "MP_receive");                                    \
                times[trial] = (int32_t)(reading - called - 1);                                                        \
            } else {                                                                                                   \
                reading = (receive);                                                                                   \
                check(trial);                                                                                          \
                must(MP_send(SENDER, sizeof reading, &reading), "MP_send");                                            \
                MP_sent();                                                                                             \
            }                                                                                                          \
        }                                                                                                              \
        if (MP_task() == SENDER) {                                                                                     \
            report_times(kind, arguments, times);                                                                      \
        }                                                                                                              \
    } while (0)

/* Resets a queue, which must be empty. */
static void begin(uint32_t queue)
{
    if (MP_task() == SENDER) {
        set(queue + FILLED, 0);
        set(queue + TAKEN, 0);
        value_at(queue + TAKEN);
        uint32_t begun = 1;
        must(MP_send(RECEIVER, sizeof begun, &begun), "MP_send");
        MP_sent();
    } else {
        uint32_t begun;
        must(MP_receive(SENDER, sizeof begun, &begun), "MP_receive");
    }
    sent = seen_taken = received = 0;
}

#define SCRATCHPAD SCRATCHPAD_OF(SENDER)

int main(void)
{
    begin(SCRATCHPAD);
    MEASURE("scratch", "constant", scratch_send(COUNTER), scratch_receive(COUNTER));
    MEASURE("scratch", "run-time", run_time_queue_send(SCRATCHPAD, message, WORDS, COUNTER),
            run_time_queue_receive(SCRATCHPAD, message, WORDS, COUNTER));
    begin(SHARED);
    MEASURE("shared", "constant", shared_send(COUNTER), shared_receive(COUNTER));
    MEASURE("shared", "run-time", run_time_queue_send(SHARED, message, WORDS, COUNTER),
            run_time_queue_receive(SHARED, message, WORDS, COUNTER));
    MEASURE("shared-words", "run-time", run_time_words_send(SHARED, message, WORDS, COUNTER),
            run_time_words_receive(SHARED, message, WORDS, COUNTER));
    if (wrong) {
        printf("mesh_queues: wrong data\n");
        return 1;
    }
    return 0;
}
