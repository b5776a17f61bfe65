/* Blocks without a wait for the other side: a task writes to its two partners' memories and reads its own, as messages
 * do ("remote-write local-read"), but takes what lies there. So a task's time is that of its own accesses, and two
 * tasks with different priorities can end at different times; partners that wait for each other cannot.
 */
#include "traffic.h"

#include <stdbool.h>
#include <weft/qos.h>
#include <weft/shared.h>

#include "../stopwatch.h"

/* The end of a core's part of a scratchpad is the program's. */
#define FREE_BYTES 512
_Static_assert(MOST_WORDS * 4 <= FREE_BYTES, "a block does not fit behind the link's part of a scratchpad");

typedef volatile uint32_t word;

static WEFT_SHARED uint32_t between[TASKS][MOST_WORDS];
static uint32_t own[MOST_WORDS];

/* The last sub-kernel that each task has ended, of those in which somebody looks. */
static WEFT_SHARED volatile uint32_t ended[TASKS];

/* Where the partner of a task in its cluster writes for it. */
static word *near(uint32_t task)
{
    static const uint32_t parts[] = WEFT_SCRATCHPAD_OF_CORE;
    return (word *)(parts[task] + WEFT_SCRATCHPAD_PART - FREE_BYTES);
}

static void copy(word *to, const word *from, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++) {
        to[i] = from[i];
    }
}

/* Copies a block while the way to the memory is kept, which is asked for until it is given. */
static void move(word *to, const word *from, uint32_t words, uint32_t memory, bool circuit)
{
    while (circuit && weft_qos_open(memory, WEFT_QOS_BOTH_WAYS) == WEFT_QOS_REFUSED) {
    }
    copy(to, from, words);
    if (circuit) {
        weft_qos_close(memory);
    }
}

void carry_out(const struct traffic *traffic, uint32_t task, enum circuits circuits)
{
    static uint32_t kernel;
    const bool in_turn = circuits == CIRCUITS_IN_TURN;
    bool has_circuits = circuits == CIRCUITS;
    kernel += in_turn;
    const uint32_t side = task ^ 4U;              /* same cluster, other side */
    const uint32_t opposite = (task + 8) % TASKS; /* other cluster */
    const uint32_t words = traffic->words;
    for (uint32_t round = 0; round < traffic->rounds; round++) {
        has_circuits = has_circuits || (in_turn && (task == 0 || ended[task - 1] == kernel));
        move(near(side), own, words, weft_qos_memory(task, side), has_circuits);
        move(own, near(task), words, weft_qos_memory(side, task), has_circuits);
        move(between[opposite], own, words, weft_qos_memory(task, opposite), has_circuits);
        move(own, between[task], words, weft_qos_memory(opposite, task), has_circuits);
        pass(traffic->compute);
    }
    if (in_turn) {
        ended[task] = kernel;
    }
}
