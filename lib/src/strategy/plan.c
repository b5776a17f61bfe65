/* The cheapest choice for all running tasks, exactly: branch and bound over the tasks, with memory at a price.
 *
 * The price is what a byte saves where a greedy exchange of memory for load stops (the relaxation of the
 * multiple-choice knapsack problem). Load with memory paid for has a least value in each task, whatever the others
 * choose, and the sum of these says of most beginnings that nothing better can follow. docs/tune.md. */
#include "plan.h"

struct weft_strategy weft_strategy;

/* A saved load for so many bytes. */
struct price {
    uint32_t load, bytes;
};

/* What the tasks from a certain one on need at least. */
struct rest {
    uint64_t value;
    uint32_t memory, dsp;
};

struct search {
    struct price price;
    struct rest rest[WEFT_STRATEGY_TASKS + 1];
    uint32_t best; /* the least load known */
    bool is_found;
    uint8_t current[WEFT_STRATEGY_TASKS];
    uint8_t chosen[WEFT_STRATEGY_TASKS];
};

/* What the tasks before a certain one take. */
struct sum {
    uint32_t load, memory, dsp;
};

static struct sum with(struct sum sum, const struct strategy_choice *choice)
{
    return (struct sum){sum.load + choice->load, sum.memory + choice->internal_bytes, sum.dsp + choice->dsp};
}

static uint64_t value(struct price price, uint32_t load, uint32_t memory)
{
    return (uint64_t)price.bytes * load + (uint64_t)price.load * memory;
}

/* The exchange of a task's choice for a smaller one that costs least load a byte; a price of no bytes if there is none.
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

/* The task's choice with the least load; of several the smallest. */
static uint8_t lightest(const struct weft_strategy_task *task)
{
    uint8_t least = 0;
    for (uint8_t i = 1; i < task->count; i++) {
        if (task->choices[i].load < task->choices[least].load) {
            least = i;
        }
    }
    return least;
}

/* From the least load of all, memory is given back where that costs least, until it suffices: the last exchange is the
 * price. */
static uint32_t find_price(struct search *search)
{
    struct price steps[WEFT_STRATEGY_TASKS] = {{0, 0}};
    uint8_t to[WEFT_STRATEGY_TASKS];
    uint32_t memory = 0;
    for (unsigned i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        const struct weft_strategy_task *task = &weft_strategy.tasks[i];
        search->current[i] = lightest(task);
        memory += task->count == 0 ? 0 : task->choices[search->current[i]].internal_bytes;
        steps[i] = cheapest_step(task, search->current[i], &to[i]);
    }
    while (memory > weft_strategy.platform.internal_bytes) {
        unsigned least = WEFT_STRATEGY_TASKS;
        for (unsigned i = 0; i < WEFT_STRATEGY_TASKS; i++) {
            if (steps[i].bytes != 0 &&
                (least == WEFT_STRATEGY_TASKS ||
                 (uint64_t)steps[i].load * steps[least].bytes < (uint64_t)steps[least].load * steps[i].bytes)) {
                least = i;
            }
        }
        if (least == WEFT_STRATEGY_TASKS) {
            break;
        }
        search->price = steps[least];
        memory -= steps[least].bytes;
        search->current[least] = to[least];
        steps[least] = cheapest_step(&weft_strategy.tasks[least], to[least], &to[least]);
    }
    return memory;
}

static void find_rest(struct search *search)
{
    search->rest[WEFT_STRATEGY_TASKS] = (struct rest){0, 0, 0};
    for (unsigned i = WEFT_STRATEGY_TASKS; i-- > 0;) {
        const struct weft_strategy_task *task = &weft_strategy.tasks[i];
        struct rest least = {UINT64_MAX, UINT32_MAX, UINT32_MAX};
        for (uint8_t j = 0; j < task->count; j++) {
            const struct strategy_choice *choice = &task->choices[j];
            uint64_t own = value(search->price, choice->load, choice->internal_bytes);
            least.value = own < least.value ? own : least.value;
            least.memory = choice->internal_bytes < least.memory ? choice->internal_bytes : least.memory;
            least.dsp = choice->dsp < least.dsp ? choice->dsp : least.dsp;
        }
        struct rest *rest = &search->rest[i];
        *rest = search->rest[i + 1];
        if (task->count != 0) {
            rest->value += least.value;
            rest->memory += least.memory;
            rest->dsp += least.dsp;
        }
    }
}

/* Whether what the tasks before a certain one take can be completed to something better than the best. */
static bool can_improve(const struct search *search, unsigned task, struct sum sum)
{
    const struct strategy_platform *platform = &weft_strategy.platform;
    const struct rest *rest = &search->rest[task];
    if ((uint64_t)sum.memory + rest->memory > platform->internal_bytes || sum.dsp + rest->dsp > platform->dsp_limit) {
        return false;
    }
    uint64_t bound = value(search->price, sum.load, sum.memory) + rest->value;
    return !search->is_found || bound < value(search->price, search->best, platform->internal_bytes);
}

/* The price lets a selection pass that leaves memory unused, so its load is looked at once more. */
static void take(struct search *search, uint32_t load)
{
    if (search->is_found && load >= search->best) {
        return;
    }
    search->is_found = true;
    search->best = load;
    for (unsigned i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        search->chosen[i] = search->current[i];
    }
}

/* What the greedy exchange has arrived at, memory that it left spent task by task, is the first known, if it keeps
 * within the limits. */
static void take_greedy(struct search *search, uint32_t memory)
{
    struct sum sum = {0, 0, 0};
    for (unsigned i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        const struct weft_strategy_task *task = &weft_strategy.tasks[i];
        const struct strategy_choice *choice = &task->choices[search->current[i]];
        if (task->count == 0) {
            continue;
        }
        memory -= choice->internal_bytes;
        for (uint8_t j = 0; j < task->count; j++) {
            const struct strategy_choice *other = &task->choices[j];
            if (other->load < choice->load && memory + other->internal_bytes <= weft_strategy.platform.internal_bytes) {
                choice = other;
                search->current[i] = j;
            }
        }
        memory += choice->internal_bytes;
        sum = with(sum, choice);
    }
    if (sum.memory <= weft_strategy.platform.internal_bytes && sum.dsp <= weft_strategy.platform.dsp_limit) {
        take(search, sum.load);
    }
}

static void branch(struct search *search, unsigned number, struct sum sum)
{
    while (number < WEFT_STRATEGY_TASKS && weft_strategy.tasks[number].count == 0) {
        number++;
    }
    if (number == WEFT_STRATEGY_TASKS) {
        take(search, sum.load);
        return;
    }
    const struct weft_strategy_task *task = &weft_strategy.tasks[number];
    for (uint8_t i = task->count; i-- > 0;) {
        struct sum next = with(sum, &task->choices[i]);
        if (can_improve(search, number + 1, next)) {
            search->current[number] = i;
            branch(search, number + 1, next);
        }
    }
}

void strategy_begin(const struct strategy_platform *platform)
{
    weft_strategy.platform = *platform;
    for (int i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        weft_strategy.tasks[i].count = 0;
    }
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

int strategy_stop(int task)
{
    if (task < 0 || task >= WEFT_STRATEGY_TASKS || weft_strategy.tasks[task].count == 0) {
        return STRATEGY_ERR_ARGUMENT;
    }
    weft_strategy.tasks[task].count = 0;
    return 0;
}

int32_t strategy_replan(void)
{
    struct search search = {.price = {0, 1}};
    uint32_t memory = find_price(&search);
    find_rest(&search);
    take_greedy(&search, memory);
    branch(&search, 0, (struct sum){0, 0, 0});
    if (!search.is_found) {
        return STRATEGY_ERR_IMPOSSIBLE;
    }
    for (unsigned i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        weft_strategy.tasks[i].chosen = search.chosen[i];
    }
    return (int32_t)search.best;
}

const struct strategy_choice *strategy_of(int task)
{
    const struct weft_strategy_task *found = &weft_strategy.tasks[task];
    return &found->choices[found->chosen];
}
