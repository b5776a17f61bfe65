/* Exchange of blocks without waiting for the partner: a task writes into its partner's memory and reads its own, as
 * messages do ("remote-write local-read"), but reads whatever is there. So a task's time is that of its own accesses,
 * and two tasks with different priorities can end at different times, which partners that wait for each other cannot.
 */
#include "traffic.h"

#include <weft/qos.h>
#include <weft/shared.h>

#include "../stopwatch.h"

/* The end of a core's part of a scratchpad belongs to the program: it has a block of each task of the cluster. */
#define FREE_BYTES 512
_Static_assert(sizeof(uint32_t[TASKS][MOST_WORDS]) <= FREE_BYTES,
               "the blocks do not fit behind the link's part of a scratchpad");

/* Pause in cycles after a refusal, multiplied by the task's number. */
#define PAUSE 300u

typedef volatile uint32_t word;

static WEFT_SHARED uint32_t between[TASKS][TASKS][MOST_WORDS];
static uint32_t own[MOST_WORDS];

/* Returns the address at which `from` writes for `to`. */
static word *place(uint32_t to, uint32_t from)
{
    static const uint32_t parts[] = WEFT_CLUSTER_MEMORY_OF_CORE;
    static const uint8_t cluster_of[] = WEFT_CLUSTER_OF_CORE;
    if (cluster_of[to] != cluster_of[from]) {
        return between[to][from];
    }
    return (word *)(parts[to] + WEFT_CLUSTER_MEMORY_PART - FREE_BYTES) + from * MOST_WORDS;
}

static void copy(word *to, const word *from, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++) {
        to[i] = from[i];
    }
}

static void send(uint32_t task, uint32_t to, uint32_t words)
{
    copy(place(to, task), own, words);
}

/* Sends over a circuit, which is requested until it is granted. A refused task pauses, the longer the higher its
 * number, so the lower number gets the circuit first. */
static void send_by_circuit(uint32_t task, uint32_t to, uint32_t words)
{
    const uint32_t memory = weft_qos_memory(task, to);
    while (weft_qos_open(memory, WEFT_QOS_ONE_WAY) == WEFT_QOS_REFUSED) {
        pass(PAUSE * (task + 1));
    }
    send(task, to, words);
    weft_qos_close(memory);
}

void carry_out(const struct traffic *traffic, uint32_t task, const struct service *service)
{
    weft_qos_set_all_priorities(service->priority);
    for (uint32_t exchange = 0; exchange < traffic->rounds * (TASKS - 1); exchange++) {
        const uint32_t distance = 1 + exchange % (TASKS - 1);
        const uint32_t to = (task + distance) % TASKS;
        if (service->circuits) {
            send_by_circuit(task, to, traffic->words);
        } else {
            send(task, to, traffic->words);
        }
        copy(own, place(task, (task + TASKS - distance) % TASKS), traffic->words);
        pass(traffic->compute);
    }
    weft_qos_set_all_priorities(0);
}
