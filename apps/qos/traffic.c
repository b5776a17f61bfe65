/* Blocks without a wait for the other side: a task writes into its partner's memory and reads its own, as messages do
 * ("remote-write local-read"), but takes what lies there. So a task's time is that of its own accesses, and two tasks
 * with different priorities can end at different times; partners that wait for each other cannot.
 */
#include "traffic.h"

#include <stdbool.h>
#include <weft/qos.h>
#include <weft/shared.h>

#include "../stopwatch.h"

/* The end of a core's part of a scratchpad is the program's: a block of each task of the cluster. */
#define FREE_BYTES 512
_Static_assert(sizeof(uint32_t[TASKS][MOST_WORDS]) <= FREE_BYTES,
               "the blocks do not fit behind the link's part of a scratchpad");

/* Cycles of a pause in the line, doubled for each place; and between two looks whether the line has moved. */
#define PAUSE 25u
#define BETWEEN_LOOKS 2000u

typedef volatile uint32_t word;

static WEFT_SHARED uint32_t between[TASKS][TASKS][MOST_WORDS];
static uint32_t own[MOST_WORDS];

/* The last sub-kernel that each task has ended, of those with a line. */
static WEFT_SHARED volatile uint32_t ended[TASKS];

/* The line of tasks that ask for circuits. */
struct line {
    uint32_t kernel;
    uint32_t head; /* all tasks before it have ended */
};

/* Where `from` writes for `to`. */
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

/* How many tasks of a lower number have not ended. */
static uint32_t place_in_line(struct line *line, uint32_t task)
{
    while (line->head < task && ended[line->head] == line->kernel) {
        line->head++;
    }
    return task - line->head;
}

/* Lets a task wait before it asks for a circuit, twice as long for each place in the line; the first does not wait. */
static void stand_in_line(struct line *line, uint32_t task)
{
    uint32_t place = place_in_line(line, task);
    for (uint32_t waited = 0; place > 0 && waited < PAUSE << place; place = place_in_line(line, task)) {
        const uint32_t rest = (PAUSE << place) - waited;
        const uint32_t cycles = rest < BETWEEN_LOOKS ? rest : BETWEEN_LOOKS;
        pass(cycles);
        waited += cycles;
    }
}

static void send(uint32_t task, uint32_t to, uint32_t words)
{
    copy(place(to, task), own, words);
}

/* Sends while the way is kept, which is asked for until it is given. */
static void send_by_circuit(uint32_t task, uint32_t to, uint32_t words, struct line *line)
{
    const uint32_t memory = weft_qos_memory(task, to);
    do {
        if (line) {
            stand_in_line(line, task);
        }
    } while (weft_qos_open(memory, WEFT_QOS_ONE_WAY) == WEFT_QOS_REFUSED);
    send(task, to, words);
    weft_qos_close(memory);
}

void carry_out(const struct traffic *traffic, uint32_t task, enum circuits circuits)
{
    static struct line line;
    struct line *const in_line = circuits == CIRCUITS_IN_LINE ? &line : NULL;
    line = (struct line){.kernel = line.kernel + (in_line != NULL)};
    for (uint32_t exchange = 0; exchange < traffic->rounds * (TASKS - 1); exchange++) {
        const uint32_t distance = 1 + exchange % (TASKS - 1);
        const uint32_t to = (task + distance) % TASKS;
        if (circuits == NO_CIRCUITS) {
            send(task, to, traffic->words);
        } else {
            send_by_circuit(task, to, traffic->words, in_line);
        }
        copy(own, place(task, (task + TASKS - distance) % TASKS), traffic->words);
        pass(traffic->compute);
    }
    if (in_line) {
        ended[task] = line.kernel;
    }
}
