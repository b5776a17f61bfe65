/* Message queues of two kinds on a bus, the rivals of S. S. Kumar et al., 2013, table II: cycles of a burst of 64
 * words.
 *
 *     weft run -q -n 2 --platform queues8 apps/rivals/queues.c
 *
 * As in P. Francesco, P. Antonio and P. Marchal, 2005: a queue has slots for whole messages, a producer and a consumer,
 * and two counters. In "shared", slots and counters are in the shared memory, and the cores copy all words over the
 * bus, in and out. In "scratch", the slots are in the producer's own memory: it copies the message there, and the
 * consumer makes the DMA controller fetch it. Each counter is in the memory of the core that waits for it; the other
 * core updates it by a single write over the bus, so that waiting does not use the bus. In "scratch-single" the
 * controller moves single words.
 *
 * Lines "queue KIND ARGUMENTS CYCLES", from the call of the sender to the return of the receiver, which waits already:
 * median of nine. ARGUMENTS as in apps/burst.
 */
#include "message_queue.h"
#include "rivals.h"
#include <string.h>
#include <weft/bus_address.h>
#include <weft/pl080.h>

#define DMA ((struct weft_pl080 *)WEFT_DMA_BASE)

struct slot {
    uint32_t words[WORDS];
};

/* In the shared memory. */

static WEFT_SHARED struct {
    struct slot slots[SLOTS];
    volatile uint32_t filled;
    volatile uint32_t taken;
} shared;

static inline void shared_send(const uint32_t *data, uint32_t words)
{
    while (sent - seen_taken == SLOTS) {
        seen_taken = shared.taken;
    }
    memcpy(shared.slots[sent % SLOTS].words, data, words * 4);
    IN_ORDER;
    shared.filled = ++sent;
}

static inline void shared_receive(uint32_t *data, uint32_t words)
{
    while (shared.filled == received) {
    }
    IN_ORDER;
    memcpy(data, shared.slots[received % SLOTS].words, words * 4);
    IN_ORDER;
    shared.taken = ++received;
}

/* In the producer's memory. */

static struct slot slots[SLOTS];
static volatile uint32_t filled; /* of the consumer */
static volatile uint32_t taken;  /* of the producer */

/* Returns the address of the counter of another core. */
static inline volatile uint32_t *counter_of(uint32_t core, const volatile uint32_t *own)
{
    return (volatile uint32_t *)(uintptr_t)weft_bus_address(core, own);
}

static inline void scratch_send(uint32_t to, const uint32_t *data, uint32_t words)
{
    while (sent - taken == SLOTS) {
    }
    memcpy(slots[sent % SLOTS].words, data, words * 4);
    IN_ORDER;
    *counter_of(to, &filled) = ++sent;
}

/* Burst size of the controller: these bits of its control word for 16 words, none for single words. */
#define BURSTS (WEFT_PL080_SOURCE_BURST_16 | WEFT_PL080_DESTINATION_BURST_16)
#define SINGLE 0u

/* Fetches words. Each consumer has its own channel. */
static inline void fetch(uint32_t channel, uint32_t from, uint32_t to, uint32_t words, uint32_t bursts)
{
    struct weft_pl080_piece piece = weft_pl080_copy(from, to, words, 0);
    piece.Control = (piece.Control & ~BURSTS) | bursts;
    weft_pl080_load(&DMA->C[channel], &piece);
    weft_pl080_start(&DMA->C[channel], 0);
    while ((DMA->EnbldChns >> channel & 1u) != 0) {
    }
}

static inline void scratch_receive(uint32_t from, uint32_t *data, uint32_t words, uint32_t bursts)
{
    const uint32_t own = weft_core();
    while (filled == received) {
    }
    IN_ORDER;
    fetch(own, weft_bus_address(from, slots[received % SLOTS].words), weft_bus_address(own, data), words, bursts);
    IN_ORDER;
    *counter_of(from, &taken) = ++received;
}

/* The timed functions. */

SIDE uint32_t shared_send_constant(counter *cycles)
{
    const uint32_t called = before(cycles);
    shared_send(message, WORDS);
    return called;
}

SIDE uint32_t shared_receive_constant(counter *cycles)
{
    shared_receive(message, WORDS);
    return after(cycles);
}

SIDE uint32_t shared_send_run_time(const uint32_t *data, uint32_t words, counter *cycles)
{
    const uint32_t called = before(cycles);
    shared_send(data, words);
    return called;
}

SIDE uint32_t shared_receive_run_time(uint32_t *data, uint32_t words, counter *cycles)
{
    shared_receive(data, words);
    return after(cycles);
}

SIDE uint32_t scratch_send_constant(counter *cycles)
{
    const uint32_t called = before(cycles);
    scratch_send(RECEIVER, message, WORDS);
    return called;
}

SIDE uint32_t scratch_receive_constant(counter *cycles)
{
    scratch_receive(SENDER, message, WORDS, BURSTS);
    return after(cycles);
}

SIDE uint32_t scratch_send_run_time(uint32_t to, const uint32_t *data, uint32_t words, counter *cycles)
{
    const uint32_t called = before(cycles);
    scratch_send(to, data, words);
    return called;
}

SIDE uint32_t scratch_receive_run_time(uint32_t from, uint32_t *data, uint32_t words, counter *cycles)
{
    scratch_receive(from, data, words, BURSTS);
    return after(cycles);
}

SIDE uint32_t scratch_receive_single(uint32_t from, uint32_t *data, uint32_t words, counter *cycles)
{
    scratch_receive(from, data, words, SINGLE);
    return after(cycles);
}

/* Producer and consumer. */

static WEFT_SHARED volatile uint32_t reading; /* of the receiver */

static uint32_t median(int32_t *times)
{
    sort_times(times, REPETITIONS);
    return (uint32_t)times[REPETITIONS / 2];
}

/* `send` and `receive` are calls; each begins 2 * WAIT cycles after the one before. */
#define MEASURE(kind, arguments, send, receive)                                                                        \
    do {                                                                                                               \
        int32_t times[REPETITIONS];                                                                                    \
        for (uint32_t trial = 0; trial < REPETITIONS; trial++) {                                                       \
            if (weft_core() == SENDER) {                                                                               \
                fill(trial);                                                                                           \
                pass(2 * WAIT);                                                                                        \
                const uint32_t called = (send);                                                                        \
                pass(2 * WAIT);                                                                                        \
                times[trial] = (int32_t)(reading - called - 1);                                                        \
            } else {                                                                                                   \
                reading = (receive);                                                                                   \
                check(trial);                                                                                          \
            }                                                                                                          \
        }                                                                                                              \
        if (weft_core() == SENDER) {                                                                                   \
            weft_report_at2("queue # #", kind, arguments, median(times));                                              \
        }                                                                                                              \
    } while (0)

int main(void)
{
    if (weft_core() == RECEIVER) {
        weft_pl080_enable(DMA);
    }
    MEASURE("shared", "constant", shared_send_constant(COUNTER), shared_receive_constant(COUNTER));
    MEASURE("shared", "run-time", shared_send_run_time(message, WORDS, COUNTER),
            shared_receive_run_time(message, WORDS, COUNTER));
    sent = 0;
    received = 0;
    MEASURE("scratch", "constant", scratch_send_constant(COUNTER), scratch_receive_constant(COUNTER));
    MEASURE("scratch", "run-time", scratch_send_run_time(RECEIVER, message, WORDS, COUNTER),
            scratch_receive_run_time(SENDER, message, WORDS, COUNTER));
    MEASURE("scratch-single", "run-time", scratch_send_run_time(RECEIVER, message, WORDS, COUNTER),
            scratch_receive_single(SENDER, message, WORDS, COUNTER));
    if (wrong) {
        printf("queues: wrong data\n");
        return 1;
    }
    return 0;
}
