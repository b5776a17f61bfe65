/* Finds the plan of least GPP load for all running tasks, exactly: branch and bound over the tasks, with a price of
 * memory.
 *
 * The price is the load that one byte saves at the point where a greedy exchange of memory for load stops: the
 * relaxation of the multiple-choice knapsack problem, with the DSPs taken together. The *value* of a choice is its load
 * plus its memory at this price. Each task has a choice of least value, whatever the others choose; the sum of the
 * least values of the remaining tasks is a lower bound that prunes most partial plans. Symmetries are removed: of equal
 * tasks, and of DSPs with equal resources left, only one order is tried. docs/library/strategy.md, section 4. */
#include <stddef.h>

#include "plan.h"

/* Solver and model together must fit into 4 KB. */
#pragma GCC optimize("Os")

struct weft_strategy weft_strategy;

/* A price of memory: `load` saved for `bytes`. */
struct price {
    uint32_t load, bytes;
};

/* Lower bounds of what a task and those after it in the search need. */
struct rest {
    uint64_t value;
    uint32_t dsp;
    uint32_t most; /* maximum memory that they can use */
};

/* A task in the order of the search. */
struct stage {
    struct weft_strategy_task *task;
    struct rest rest; /* bounds of this task and those that follow */
    uint8_t best;     /* index of the choice of least value, tried first */
    bool repeats;     /* equal to the task before it */
    /* State of the search: the current choice and DSP. `turn`: 0 for the best choice, then the others from the last one
     * down. */
    uint8_t turn, dsp;
};

/* Sums over tasks. */
struct sum {
    uint32_t load, memory, dsp;
};

/* Resources left of a DSP. */
struct left {
    uint32_t memory, dsp;
};

struct search {
    struct price price;
    struct sum all; /* resources of all DSPs together, and the least load found */
    uint64_t limit; /* maximum value of a better plan */
    unsigned count;
    struct stage stages[WEFT_STRATEGY_TASKS + 1];
    struct left left[WEFT_STRATEGY_DSPS];
};

static uint64_t value(struct price price, uint32_t load, uint32_t memory)
{
    return (uint64_t)price.bytes * load + (uint64_t)price.load * memory;
}

/* Returns the exchange of a task's choice for one with less memory that costs the least load per byte; a price of 0
 * bytes if there is none.
 */
static struct price cheapest_step(const struct weft_strategy_task *task, uint8_t from, uint8_t *to)
{
    struct price least = {0, 0};
    for (uint8_t i = 0; i < from; i++) {
        uint32_t bytes = task->choices[from].internal_bytes - task->choices[i].internal_bytes;
        uint32_t load = task->choices[i].load - task->choices[from].load;
        if (bytes != 0 && (least.bytes == 0 || (uint64_t)load * least.bytes < (uint64_t)least.load * bytes)) {
            least = (struct price){load, bytes};
            *to = i;
        }
    }
    return least;
}

/* Returns the task whose next exchange costs the least load per byte; search->count if there is none. */
static unsigned cheapest_task(const struct search *search, const struct price *steps)
{
    unsigned least = search->count;
    for (unsigned i = 0; i < search->count; i++) {
        if (steps[i].bytes != 0 && (least == search->count || (uint64_t)steps[i].load * steps[least].bytes <
                                                                  (uint64_t)steps[least].load * steps[i].bytes)) {
            least = i;
        }
    }
    return least;
}

/* Computes the price: starting with the largest choice of each task, gives memory back where that costs least, until
 * the rest suffices. The last exchange is the price. */
static void find_price(struct search *search)
{
    struct price steps[WEFT_STRATEGY_TASKS];
    uint8_t to[WEFT_STRATEGY_TASKS];
    uint32_t memory = 0;
    for (unsigned i = 0; i < search->count; i++) {
        const struct weft_strategy_task *task = search->stages[i].task;
        const uint8_t largest = (uint8_t)(task->count - 1);
        memory += task->choices[largest].internal_bytes;
        steps[i] = cheapest_step(task, largest, &to[i]);
    }
    search->price = (struct price){0, 1};
    while (memory > search->all.memory) {
        const unsigned least = cheapest_task(search, steps);
        if (least == search->count) {
            break;
        }
        search->price = steps[least];
        memory -= steps[least].bytes;
        steps[least] = cheapest_step(search->stages[least].task, to[least], &to[least]);
    }
}

_Static_assert(WEFT_STRATEGY_DSPS < 15, "a DSP's number has four bits of a task's key");

/* Returns the sort key of tasks in the search: first those bound to a DSP, so that DSPs with equal resources left are
 * equivalent for the others; then by descending block memory, which is below 256 MiB. */
static uint32_t key_of(const struct weft_strategy_task *task)
{
    return ((task->home + 1u) << 28) - task->choices[task->count - 1].internal_bytes;
}

/* Are two tasks interchangeable, with equal DSP binding and equal costs? */
static bool are_equal(const struct weft_strategy_task *one, const struct weft_strategy_task *other)
{
    unsigned i = 0;
    while (i < one->count && one->choices[i].load == other->choices[i].load &&
           one->choices[i].dsp_load == other->choices[i].dsp_load &&
           one->choices[i].internal_bytes == other->choices[i].internal_bytes) {
        i++;
    }
    return i == one->count && i == other->count && one->home == other->home;
}

static void put_in_order(struct search *search)
{
    for (unsigned i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        struct weft_strategy_task *const task = &weft_strategy.tasks[i];
        if (task->count != 0) {
            unsigned place = search->count++;
            for (; place > 0 && key_of(task) < key_of(search->stages[place - 1].task); place--) {
                search->stages[place].task = search->stages[place - 1].task;
            }
            search->stages[place].task = task;
        }
    }
}

/* Computes the bounds of a stage and those after it. */
static void find_rest(struct stage *stage, struct price price)
{
    const struct rest *const rest = &stage[1].rest;
    struct rest least = {UINT64_MAX, UINT32_MAX, 0};
    for (uint8_t j = stage->task->count; j-- > 0;) {
        const struct strategy_choice *choice = &stage->task->choices[j];
        const uint64_t own = value(price, choice->load, choice->internal_bytes);
        if (own < least.value) {
            least.value = own;
            stage->best = j;
        }
        least.dsp = choice->dsp_load < least.dsp ? choice->dsp_load : least.dsp;
    }
    stage->rest = (struct rest){rest->value + least.value, rest->dsp + least.dsp,
                                rest->most + stage->task->choices[stage->task->count - 1].internal_bytes};
}

static void find_rests(struct search *search)
{
    search->stages[search->count].rest = (struct rest){0, 0, 0};
    for (unsigned i = search->count; i-- > 0;) {
        struct stage *const stage = &search->stages[i];
        find_rest(stage, search->price);
        stage->repeats = i > 0 && are_equal(stage->task, stage[-1].task);
    }
}

/* Can the partial plan before a stage be completed to a better plan? Memory in excess of what the remaining tasks can
 * use counts as taken. */
static bool can_improve(const struct search *search, const struct stage *stage, const struct sum *sum)
{
    const struct rest *rest = &stage->rest;
    uint32_t usable = search->all.memory - sum->memory;
    usable = usable < rest->most ? usable : rest->most;
    return sum->dsp + rest->dsp <= search->all.dsp &&
           value(search->price, sum->load, search->all.memory - usable) + rest->value <= search->limit;
}

/* Is this the first DSP with these resources left? Equivalent DSPs need not be tried. */
static bool is_first(const struct search *search, unsigned dsp)
{
    unsigned i = 0;
    while (search->left[i].memory != search->left[dsp].memory || search->left[i].dsp != search->left[dsp].dsp) {
        i++;
    }
    return i == dsp;
}

/* Has a DSP the resources for a choice, and should it be tried? */
static bool fits(const struct search *search, const struct stage *stage, const struct strategy_choice *choice,
                 unsigned dsp)
{
    if (choice->internal_bytes > search->left[dsp].memory || choice->dsp_load > search->left[dsp].dsp) {
        return false;
    }
    const uint8_t home = stage->task->home;
    return home == WEFT_STRATEGY_DSPS ? is_first(search, dsp) : home == dsp;
}

static void branch(struct search *search, struct stage *stage, const struct sum *sum);

/* Tries a choice for the task of a stage on each DSP that has room for it. A task equal to the one before it must come
 * later in the order of choices and DSPs. */
static void place(struct search *search, struct stage *stage, const struct sum *sum, uint8_t number)
{
    const struct strategy_choice *const choice = &stage->task->choices[number];
    const struct sum next = {sum->load + choice->load, sum->memory + choice->internal_bytes,
                             sum->dsp + choice->dsp_load};
    const bool is_again = stage->repeats && stage->turn == stage[-1].turn;
    for (uint8_t dsp = is_again ? stage[-1].dsp : 0; dsp < weft_strategy.platform.dsps; dsp++) {
        if (fits(search, stage, choice, dsp)) {
            struct left *const left = &search->left[dsp];
            stage->dsp = dsp;
            left->memory -= choice->internal_bytes;
            left->dsp -= choice->dsp_load;
            if (can_improve(search, stage + 1, &next)) {
                branch(search, stage + 1, &next);
            }
            left->memory += choice->internal_bytes;
            left->dsp += choice->dsp_load;
        }
    }
}

/* Returns the index of the choice that is tried in this turn. */
static uint8_t choice_of(const struct stage *stage)
{
    return stage->turn == 0 ? stage->best : (uint8_t)(stage->task->count - stage->turn);
}

/* Accepts a complete plan if its load is lower: the bound by value also lets plans pass that leave memory unused. */
static void take(struct search *search, uint32_t load)
{
    if (load >= search->all.load) {
        return;
    }
    search->all.load = load;
    search->limit = value(search->price, load - 1, search->all.memory);
    for (unsigned i = 0; i < search->count; i++) {
        const struct stage *const stage = &search->stages[i];
        stage->task->chosen = choice_of(stage);
        stage->task->choices[stage->task->chosen].dsp = stage->dsp;
    }
}

static void branch(struct search *search, struct stage *stage, const struct sum *sum)
{
    if (stage == &search->stages[search->count]) {
        take(search, sum->load);
        return;
    }
    for (stage->turn = stage->repeats ? stage[-1].turn : 0; stage->turn <= stage->task->count; stage->turn++) {
        const uint8_t number = choice_of(stage);
        if (stage->turn == 0 || number != stage->best) {
            place(search, stage, sum, number);
        }
    }
}

int strategy_begin(const struct strategy_platform *platform)
{
    if (platform->dsps == 0 || platform->dsps > WEFT_STRATEGY_DSPS) {
        return STRATEGY_ERR_ARGUMENT;
    }
    weft_strategy.platform = *platform;
    for (int i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        strategy_stop(i);
    }
    return 0;
}

/* Returns the running task with this number, or NULL. */
static struct weft_strategy_task *task_of(int task)
{
    return (unsigned)task < WEFT_STRATEGY_TASKS && weft_strategy.tasks[task].count != 0 ? &weft_strategy.tasks[task]
                                                                                        : NULL;
}

int strategy_start(const struct strategy_task *task)
{
    for (int i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        if (weft_strategy.tasks[i].count == 0) {
            int error = weft_strategy_choices(task, &weft_strategy.tasks[i]);
            return error != 0 ? error : i;
        }
    }
    return STRATEGY_ERR_FULL;
}

int strategy_stop(int number)
{
    struct weft_strategy_task *const task = task_of(number);
    if (task == NULL) {
        return STRATEGY_ERR_ARGUMENT;
    }
    task->count = 0;
    return 0;
}

int strategy_keep(int number)
{
    struct weft_strategy_task *const task = task_of(number);
    if (task == NULL) {
        return STRATEGY_ERR_ARGUMENT;
    }
    task->home = task->choices[task->chosen].dsp;
    return 0;
}

int32_t strategy_replan(void)
{
    struct search search;
    const struct strategy_platform *const platform = &weft_strategy.platform;
    search.count = 0;
    search.limit = UINT64_MAX;
    search.all =
        (struct sum){UINT32_MAX, platform->dsps * platform->internal_bytes, platform->dsps * platform->dsp_limit};
    for (unsigned i = 0; i < platform->dsps; i++) {
        search.left[i] = (struct left){platform->internal_bytes, platform->dsp_limit};
    }
    put_in_order(&search);
    find_price(&search);
    find_rests(&search);
    branch(&search, search.stages, &(struct sum){0, 0, 0});
    return search.all.load == UINT32_MAX ? STRATEGY_ERR_IMPOSSIBLE : (int32_t)search.all.load;
}

const struct strategy_choice *strategy_of(int number)
{
    const struct weft_strategy_task *const task = task_of(number);
    return task == NULL ? NULL : &task->choices[task->chosen];
}
