/* Three periodic tasks of different urgency and one that is signalled, all of which use up a known time: releases are
 * on time, urgent tasks are not kept waiting, and the load is what the tasks use.
 *
 * A task measures its own time, without that of others that interrupt it, as turns of a loop of known length. */
#include <stdio.h>
#include <weft/kernel.h>
#include <weft/platform.h>
#include <weft/timer.h>

#define MS (WEFT_CLOCK_HZ / 1000)
#define STACK 1024
#define PERIODIC 3
#define RUNS_OF_LAST 5

static struct periodic {
    uint32_t period, turns;
    uint32_t runs, missed, latest; /* the longest time from a release to its beginning */
} tasks[PERIODIC] = {{2 * MS, 20000, 0, 0, 0}, {5 * MS, 40000, 0, 0, 0}, {20 * MS, 160000, 0, 0, 0}};

static uint32_t stacks[PERIODIC + 1][STACK / 4] __attribute__((aligned(16)));
static int listener;
static unsigned heard;

static void work(uint32_t turns)
{
    for (; turns > 0; turns--) {
        __asm__ volatile("");
    }
}

static void repeat(void *argument)
{
    struct periodic *const task = argument;
    for (;;) {
        const uint32_t late = (uint32_t)(weft_timer_now() - weft_kernel_release());
        task->latest = late > task->latest ? late : task->latest;
        work(task->turns);
        task->runs++;
        if (task == &tasks[PERIODIC - 1]) {
            weft_kernel_signal(listener);
            if (task->runs == RUNS_OF_LAST) {
                weft_kernel_stop();
            }
        }
        task->missed += weft_kernel_next();
    }
}

/* Then it returns: what is signalled behind that is heard by nobody. */
static void listen(void *argument)
{
    (void)argument;
    for (int i = 0; i < RUNS_OF_LAST - 2; i++) {
        weft_kernel_wait();
        heard++;
    }
}

int main(void)
{
    listener = weft_kernel_add(listen, NULL, stacks[PERIODIC], STACK, 0);
    for (int i = 0; i < PERIODIC; i++) {
        weft_kernel_add(repeat, &tasks[i], stacks[i], STACK, tasks[i].period);
    }
    weft_kernel_run();
    const struct weft_kernel_load load = weft_kernel_load();
    for (int i = 0; i < PERIODIC; i++) {
        printf("task %d runs %lu\n", i, (unsigned long)tasks[i].runs);
        printf("task %d missed %lu\n", i, (unsigned long)tasks[i].missed);
        printf("task %d latest %lu\n", i, (unsigned long)tasks[i].latest);
    }
    printf("heard %u\n", heard);
    printf("elapsed %lu\n", (unsigned long)load.elapsed);
    printf("idle %lu\n", (unsigned long)load.idle);
    return 0;
}
