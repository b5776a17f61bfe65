/* Measures the message unit's hardware, without a library on top: the figures that asip states for its hardware.
 *
 * Node 0 reads the cycle counter before and after one instruction, or the instructions that asip's figure 4 has for
 * MPI_Send, and reports the cycles under the name of the case. The reading after it issues in the first cycle after the
 * instruction; the reading before it takes one cycle itself.
 */
#include "../stopwatch.h"
#include <stdbool.h>
#include <weft/instructions.h>
#include <weft/interrupt.h>
#include <weft/report.h>
#include <weft/timer.h>

#define WARM_UP 1000 /* cycles after which the other node waits */
#define LOCK 5
#define FIRST_LOCK 6
#define LATE_LOCK 7
#define LATEST 3 /* cycles after a request's issue in which it has been answered */

static uint32_t buffer[4096];
static const uint32_t lengths[] = {1, 16, 64, 256, 1024, 4096};

#define LENGTHS (sizeof lengths / sizeof lengths[0])
#define BLOCK_WORDS 16

/* Puts a value into a register now, so that no instruction for it is between the readings. */
#define IN_REGISTER(value) __asm__ volatile("" : "+r"(value))

/* Returns the cycles of one instruction. */
#define CYCLES(instruction)                                                                                            \
    ({                                                                                                                 \
        counter *timer = COUNTER;                                                                                      \
        IN_REGISTER(timer);                                                                                            \
        const uint32_t start = before(timer);                                                                          \
        instruction;                                                                                                   \
        after(timer) - start - 1;                                                                                      \
    })

/* Measures the answer to one request: a free lock. */
static void measure_sync(void)
{
    uint32_t lock = WEFT_FIELD_PUT(WEFT_LOCK_NUMBER, LOCK);
    uint32_t node = WEFT_SYNC_NODE;
    IN_REGISTER(lock);
    IN_REGISTER(node);
    const uint32_t cycles = CYCLES(weft_msg_send(lock, node, WEFT_TOKEN_LOCK_ACQUIRE));
    weft_msg_send(lock, node, WEFT_TOKEN_LOCK_RELEASE);
    weft_report("sync", cycles);
}

/* Returns the cycles of a message of this number of words. */
static uint32_t transfer(uint32_t words)
{
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LENGTH, 4 * words));
    pass(WARM_UP);
    const uint32_t *message = buffer;
    uint32_t node = 1;
    IN_REGISTER(message);
    IN_REGISTER(node);
    return CYCLES(weft_mbox_store(message, node));
}

static void measure_transfer(uint32_t words)
{
    const uint32_t cycles = transfer(words);
    weft_report_at("transfer #", words, cycles);
}

/* asip, figure 4 b: MPI_Send as two instructions and those that load their operands into registers. */
SIDE uint32_t send_constant(counter *cycles)
{
    const uint32_t start = before(cycles);
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LENGTH, 4 * BLOCK_WORDS));
    weft_mbox_store(buffer, 1);
    return after(cycles) - start - 1;
}

SIDE uint32_t send_run_time(counter *cycles, const uint32_t *data, uint32_t words, uint32_t node)
{
    const uint32_t start = before(cycles);
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LENGTH, 4 * words));
    weft_mbox_store(data, node);
    return after(cycles) - start - 1;
}

/* Measures the cost of sending beyond the transfer itself. */
static void measure_issue(void)
{
    const uint32_t alone = transfer(BLOCK_WORDS);
    pass(WARM_UP);
    weft_report("issue constant", send_constant(COUNTER) - alone);
    pass(WARM_UP);
    weft_report("issue run-time", send_run_time(COUNTER, buffer, BLOCK_WORDS, 1) - alone);
}

/* Sends a message of one word to node 1. */
static void tell(uint32_t word)
{
    buffer[0] = word;
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LENGTH, sizeof word));
    weft_mbox_store(buffer, 1);
}

/* Measures completion: from the cycle in which the sender's core continues to that in which the waiting receiver's core
 * has the message. */
static void send_and_tell_end(void)
{
    counter *timer = COUNTER;
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LENGTH, 4 * BLOCK_WORDS));
    pass(WARM_UP);
    const uint32_t *message = buffer;
    uint32_t node = 1;
    IN_REGISTER(timer);
    IN_REGISTER(message);
    IN_REGISTER(node);
    weft_mbox_store(message, node);
    tell(after(timer));
}

static void receive_and_compare_end(void)
{
    counter *timer = COUNTER;
    IN_REGISTER(timer);
    (void)weft_read_mheadw();
    const uint32_t seen = after(timer);
    weft_mbox_load(buffer);
    weft_mbox_load(buffer);
    weft_report("completion", (int32_t)(seen - buffer[0]));
}

/* Requests the lock with its operands in registers; returns the cycle in which the core continues. */
static inline uint32_t lock_request(bool acquire)
{
    uint32_t lock = WEFT_FIELD_PUT(WEFT_LOCK_NUMBER, LOCK);
    uint32_t node = WEFT_SYNC_NODE;
    counter *timer = COUNTER;
    IN_REGISTER(lock);
    IN_REGISTER(node);
    IN_REGISTER(timer);
    if (acquire) {
        weft_msg_send(lock, node, WEFT_TOKEN_LOCK_ACQUIRE);
    } else {
        weft_msg_send(lock, node, WEFT_TOKEN_LOCK_RELEASE);
    }
    return after(timer);
}

/* Node 0 releases a lock for which node 1 waits. Measured from the cycle in which node 0 continues to that in which
 * node 1 does. */
static void hand_over_lock(void)
{
    lock_request(true);
    tell(0);
    pass(WARM_UP);
    tell(lock_request(false));
}

static void wait_for_lock(void)
{
    weft_mbox_load(buffer);
    const uint32_t acquired = lock_request(true);
    weft_mbox_load(buffer);
    weft_report("hand-over", acquired - buffer[0]);
}

/* Sleeps until a cycle, then requests a lock; returns the cycles of the request. The timer wakes every core equally
 * long after the cycle, so requests of two cores are as far apart as their cycles. */
SIDE uint32_t request_after(uint32_t cycle, uint32_t number)
{
    uint32_t lock = WEFT_FIELD_PUT(WEFT_LOCK_NUMBER, number);
    uint32_t node = WEFT_SYNC_NODE;
    weft_timer_set(cycle);
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER));
    IN_REGISTER(lock);
    IN_REGISTER(node);
    const uint32_t cycles = CYCLES(weft_msg_send(lock, node, WEFT_TOKEN_LOCK_ACQUIRE));
    pass(WARM_UP);
    weft_msg_send(lock, node, WEFT_TOKEN_LOCK_RELEASE);
    return cycles;
}

/* Node 0 requests a lock in the cycle of which it tells node 1, and passes the time that node 1 needs afterwards. */
static void request_first(void)
{
    for (unsigned late = 1; late <= LATEST; late++) {
        const uint32_t cycle = weft_timer_cycles() + WARM_UP;
        tell(cycle);
        request_after(cycle, FIRST_LOCK);
        pass(4 * WARM_UP);
    }
}

/* Node 1 requests another lock 1 to LATEST cycles later. Measured is by how many cycles this takes longer than the same
 * request alone. */
static void request_late(void)
{
    for (unsigned late = 1; late <= LATEST; late++) {
        weft_mbox_load(buffer);
        const uint32_t cycles = request_after(buffer[0] + late, LATE_LOCK);
        const uint32_t alone = request_after(weft_timer_cycles() + WARM_UP, LATE_LOCK);
        weft_report_at("delayed #", late, cycles - alone);
    }
}

/* Receives the other node's messages. */
static void receive(unsigned messages)
{
    for (unsigned i = 0; i < messages; i++) {
        weft_mbox_load(buffer);
    }
}

int main(void)
{
    if (weft_read_mnode() == 0) {
        measure_sync();
        for (unsigned i = 0; i < LENGTHS; i++) {
            measure_transfer(lengths[i]);
        }
        measure_issue();
        send_and_tell_end();
        hand_over_lock();
        request_first();
    } else {
        receive(LENGTHS + 3);
        receive_and_compare_end();
        wait_for_lock();
        request_late();
    }
    return 0;
}
