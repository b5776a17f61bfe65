/* Chooses strategies for the sets of tasks in a file, and says for each what was chosen and, on a chip, the ticks of
 * the timer that took.
 *
 * Then every other task stays on its DSP, the last one stops, and the rest is chosen again.
 *
 * A file is a list of numbers: the platform's constants in the order of struct strategy_platform, then for each set the
 * number of tasks, and the fields of each, its lists behind it. */
#include <stdio.h>
#include <stdlib.h>
#include <strategy.h>
#include <weft/platform.h>
#ifdef WEFT_TIMER_MTIME
#include <weft/timer.h>
#define TICKS weft_timer_cycles()
#else
#define TICKS 0u
#endif

static FILE *file;

static uint32_t number(void)
{
    char digits[16];
    if (fscanf(file, "%15s", digits) != 1) {
        printf("end\n");
        exit(0);
    }
    return (uint32_t)strtoul(digits, NULL, 10);
}

static struct strategy_task read_task(void)
{
    struct strategy_task task = {.period_ns = number()};
    task.input_bytes = number();
    task.output_bytes = number();
    task.deadline_ns = number();
    task.work_ns = number();
    task.granularities = (uint8_t)number();
    task.pollings = (uint8_t)number();
    for (unsigned i = 0; i < task.granularities; i++) {
        task.blocks[i] = (uint8_t)number();
    }
    for (unsigned i = 0; i < task.pollings; i++) {
        task.polling_ns[i] = number();
    }
    return task;
}

static void start_all(int tasks, int *numbers)
{
    struct strategy_task all[WEFT_STRATEGY_TASKS];
    for (int i = 0; i < tasks; i++) {
        all[i] = read_task();
    }
    uint32_t begin = TICKS;
    for (int i = 0; i < tasks; i++) {
        numbers[i] = strategy_start(&all[i]);
    }
    printf("started %lu\n", (unsigned long)(TICKS - begin));
}

static int32_t replan(const char *which, const int *numbers, int tasks)
{
    const uint32_t begin = TICKS;
    const int32_t load = strategy_replan();
    const uint32_t ticks = TICKS - begin;
    printf("%s %ld ticks %lu\n", which, (long)load, (unsigned long)ticks);
    for (int i = 0; i < tasks && load >= 0; i++) {
        const struct strategy_choice *choice = strategy_of(numbers[i]);
        if (choice == NULL) {
            printf("none %d\n", numbers[i]);
            continue;
        }
        printf("choice %lu %lu %lu %u\n", (unsigned long)choice->load, (unsigned long)choice->dsp_load,
               (unsigned long)choice->internal_bytes, choice->dsp);
    }
    return load;
}

static void plan(int tasks)
{
    int numbers[WEFT_STRATEGY_TASKS];
    start_all(tasks, numbers);
    if (replan("load", numbers, tasks) < 0) {
        return;
    }
    for (int i = 0; i < tasks; i += 2) {
        strategy_keep(numbers[i]);
    }
    strategy_stop(numbers[tasks - 1]);
    replan("again", numbers, tasks - 1);
}

int main(int argc, char **argv)
{
    file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        printf("no file\n");
        return 1;
    }
    struct strategy_platform platform = {.request_ns = number()};
    platform.interrupt_ns = number();
    platform.poll_ns = number();
    platform.external_ns_per_kib = number();
    platform.internal_ns_per_kib = number();
    platform.dsp_request_ns = number();
    platform.internal_bytes = number();
    platform.dsp_limit = number();
    platform.timer_ns = number();
    platform.dsps = number();
    for (;;) {
        strategy_begin(&platform);
        plan((int)number());
    }
}
