/* What the message unit's circuits take, without a library on top: the figures that asip states for its hardware.
 *
 * Node 0 reads the cycle counter before and behind one instruction and prints a line "what words cycles" for each. The
 * second reading issues in the first cycle after the instruction, the first one takes one cycle itself.
 */
#include <stdint.h>
#include <stdio.h>
#include <weft/instructions.h>
#include <weft/platform.h>

#define WARM_UP 1000 /* cycles after which node 1 waits for the message */

static uint32_t buffer[4096];
static const uint32_t lengths[] = {1, 16, 64, 256, 1024, 4096};

#define LENGTHS (sizeof lengths / sizeof lengths[0])

/* Puts a value into a register now, so that no instruction for it comes between the readings. */
#define IN_REGISTER(value) __asm__ volatile("" : "+r"(value))

/* Cycles of one instruction. */
#define CYCLES(instruction)                                                                                            \
    ({                                                                                                                 \
        volatile uint32_t *timer = (volatile uint32_t *)WEFT_TIMER_MTIME;                                              \
        IN_REGISTER(timer);                                                                                            \
        const uint32_t before = *timer;                                                                                \
        instruction;                                                                                                   \
        *timer - before - 1;                                                                                           \
    })

static void settle(void)
{
    const volatile uint32_t *const timer = (volatile uint32_t *)WEFT_TIMER_MTIME;
    const uint32_t start = *timer;
    while (*timer - start < WARM_UP) {
    }
}

/* A free lock: the answer to one request. */
static void measure_sync(void)
{
    uint32_t lock = WEFT_FIELD_PUT(WEFT_LOCK_NUMBER, 5);
    uint32_t node = WEFT_SYNC_NODE;
    IN_REGISTER(lock);
    IN_REGISTER(node);
    const uint32_t cycles = CYCLES(weft_msg_send(lock, node, WEFT_TOKEN_LOCK_ACQUIRE));
    weft_msg_send(lock, node, WEFT_TOKEN_LOCK_RELEASE);
    printf("sync 0 %u\n", (unsigned)cycles);
}

static void measure_transfer(uint32_t words)
{
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LENGTH, 4 * words));
    settle();
    const uint32_t *message = buffer;
    uint32_t node = 1;
    IN_REGISTER(message);
    IN_REGISTER(node);
    const uint32_t cycles = CYCLES(weft_mbox_store(message, node));
    printf("transfer %u %u\n", (unsigned)words, (unsigned)cycles);
}

int main(void)
{
    if (weft_read_mnode() == 0) {
        measure_sync();
    }
    for (unsigned i = 0; i < LENGTHS; i++) {
        if (weft_read_mnode() == 0) {
            measure_transfer(lengths[i]);
        } else {
            weft_mbox_load(buffer);
        }
    }
    return 0;
}
