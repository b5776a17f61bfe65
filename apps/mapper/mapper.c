/* A mapper small enough for the chip itself: places the tasks of a graph on the array while the host waits, as the host
 * of S. S. Kumar et al., "Low Overhead Message Passing for High Performance Many-Core Processors", section III, does.
 *
 *     weft run -q -n 1 --platform nagam apps/mapper/mapper.c -- NAME FLOWS TASKS EDGE...
 *
 * An edge is FROM-TO-WORDS; `m` in place of a task is the memory. Costs are in words times hops, as in `weft map`.
 * First a greedy placement: the task that communicates most with those placed so far gets the free tile of least cost,
 * until all are placed. Then local search: two tasks, or a task and a free tile, are swapped as long as that lowers the
 * cost. Reports
 *
 *     mapper NAME placed cycles|cost      after the first part
 *     mapper NAME cycles|cost             at the end
 */
#include "../stopwatch.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <weft/report.h>

/* The array of nagam: the memory in one corner, the host in the opposite one. */
#define WIDTH 4
#define HEIGHT 5
#define TILES (WIDTH * HEIGHT)
#define MEMORY_TILE 0
#define HOST_TILE (TILES - 1)

#define MOST_TASKS (TILES - 2)
#define NO_TASK (-1)
#define NO_TILE (-1)

/* Words that a task exchanges with the memory, and with each other task. */
static uint32_t with_memory[MOST_TASKS];
static uint32_t with_task[MOST_TASKS][MOST_TASKS];
static int tasks;

static int tile_of[MOST_TASKS];
static int task_at[TILES];
static uint8_t hops[TILES][TILES];

static void measure_hops(void)
{
    for (int a = 0; a < TILES; a++) {
        for (int b = 0; b < TILES; b++) {
            hops[a][b] = (uint8_t)(abs(a % WIDTH - b % WIDTH) + abs(a / WIDTH - b / WIDTH));
        }
    }
}

/* Returns the cost of a task at a tile, without the words that it exchanges with `other`. */
static uint32_t cost_at(int task, int tile, int other)
{
    uint32_t cost = with_memory[task] * hops[tile][MEMORY_TILE];
    for (int peer = 0; peer < tasks; peer++) {
        if (peer != other && with_task[task][peer] != 0 && tile_of[peer] != NO_TILE) {
            cost += with_task[task][peer] * hops[tile][tile_of[peer]];
        }
    }
    return cost;
}

static uint32_t whole_cost(void)
{
    uint32_t twice = 0;
    for (int task = 0; task < tasks; task++) {
        twice += cost_at(task, tile_of[task], NO_TASK) + with_memory[task] * hops[tile_of[task]][MEMORY_TILE];
    }
    return twice / 2;
}

static void put(int task, int tile)
{
    tile_of[task] = tile;
    task_at[tile] = task;
}

/* Returns the words that a task exchanges with the memory and with tasks that are placed. */
static uint32_t pull(int task)
{
    uint32_t words = with_memory[task];
    for (int peer = 0; peer < tasks; peer++) {
        words += tile_of[peer] != NO_TILE ? with_task[task][peer] : 0;
    }
    return words;
}

static int next_task(void)
{
    int next = NO_TASK;
    uint32_t most = 0;
    for (int task = 0; task < tasks; task++) {
        if (tile_of[task] == NO_TILE && (next == NO_TASK || pull(task) > most)) {
            next = task;
            most = pull(task);
        }
    }
    return next;
}

static bool is_usable(int tile)
{
    return tile != MEMORY_TILE && tile != HOST_TILE;
}

static int best_free_tile(int task)
{
    int best = NO_TILE;
    uint32_t least = UINT32_MAX;
    for (int tile = 0; tile < TILES; tile++) {
        if (is_usable(tile) && task_at[tile] == NO_TASK) {
            const uint32_t cost = cost_at(task, tile, NO_TASK);
            best = cost < least ? tile : best;
            least = cost < least ? cost : least;
        }
    }
    return best;
}

static void place(void)
{
    memset(tile_of, 0xff, sizeof tile_of);
    memset(task_at, 0xff, sizeof task_at);
    for (int task = next_task(); task != NO_TASK; task = next_task()) {
        put(task, best_free_tile(task));
    }
}

/* Swaps a task with whatever is at a tile, if that lowers the cost. The cost of the words between the two does not
 * change. */
static bool exchange(int task, int tile)
{
    const int other = task_at[tile];
    const int own = tile_of[task];
    uint32_t now = cost_at(task, own, other);
    uint32_t then = cost_at(task, tile, other);
    if (other != NO_TASK) {
        now += cost_at(other, tile, task);
        then += cost_at(other, own, task);
    }
    if (then >= now) {
        return false;
    }
    put(task, tile);
    task_at[own] = NO_TASK;
    if (other != NO_TASK) {
        put(other, own);
    }
    return true;
}

static bool improve(void)
{
    bool lower = false;
    for (int task = 0; task < tasks; task++) {
        for (int tile = 0; tile < TILES; tile++) {
            lower |= is_usable(tile) && tile != tile_of[task] && exchange(task, tile);
        }
    }
    return lower;
}

/* Reads a task from the edge's text, and advances the text. */
static int read_end(const char **text)
{
    if (**text == 'm') {
        *text += 1;
        return NO_TASK;
    }
    char *rest;
    const long task = strtol(*text, &rest, 10);
    *text = rest;
    return (int)task;
}

static bool read_edge(const char *text, int flows, int own_tasks)
{
    const char *rest = text;
    const int from = read_end(&rest);
    const int to = *rest == '-' ? (rest++, read_end(&rest)) : own_tasks;
    const uint32_t words = *rest == '-' ? (uint32_t)strtoul(rest + 1, NULL, 10) : 0;
    if (words == 0 || from >= own_tasks || to >= own_tasks || (from == NO_TASK && to == NO_TASK)) {
        fprintf(stderr, "mapper: `%s` is no edge FROM-TO-WORDS of %d tasks\n", text, own_tasks);
        return false;
    }
    for (int flow = 0; flow < flows; flow++) {
        const int first = flow * own_tasks;
        if (from == NO_TASK || to == NO_TASK) {
            with_memory[first + (from == NO_TASK ? to : from)] += words;
        } else {
            with_task[first + from][first + to] += words;
            with_task[first + to][first + from] += words;
        }
    }
    return true;
}

static void map(const char *name)
{
    const uint32_t begun = *COUNTER;
    measure_hops();
    place();
    const uint32_t placed = *COUNTER;
    weft_report_at("mapper # placed cycles", name, placed - begun);
    weft_report_at("mapper # placed cost", name, whole_cost());
    const uint32_t again = *COUNTER;
    while (improve()) {
    }
    weft_report_at("mapper # cycles", name, placed - begun + (*COUNTER - again));
    weft_report_at("mapper # cost", name, whole_cost());
}

int main(int argc, char **argv)
{
    const int flows = argc > 4 ? atoi(argv[2]) : 0;
    const int own_tasks = argc > 4 ? atoi(argv[3]) : 0;
    if (flows < 1 || own_tasks < 1 || flows * own_tasks > MOST_TASKS) {
        fprintf(stderr, "mapper: give NAME FLOWS TASKS EDGE..., with 1 to %d tasks in all flows\n", MOST_TASKS);
        return 2;
    }
    tasks = flows * own_tasks;
    for (int i = 4; i < argc; i++) {
        if (!read_edge(argv[i], flows, own_tasks)) {
            return 2;
        }
    }
    map(argv[1]);
    for (int task = 0; task < tasks; task++) {
        printf("task %d of flow %d at %d,%d\n", task % own_tasks, task / own_tasks, tile_of[task] % WIDTH,
               tile_of[task] / WIDTH);
    }
    return 0;
}
