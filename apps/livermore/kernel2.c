/* Kernel 2, an excerpt from an incomplete Cholesky conjugate gradient code:
 *
 *     ii = n; ipntp = 0;
 *     do {
 *         ipnt = ipntp; ipntp += ii; ii /= 2; i = ipntp;
 *         for (k = ipnt + 1; k < ipntp; k += 2)
 *             x[++i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1];
 *     } while (ii > 1);
 *
 * Each pass of the outer loop, a *level*, computes half as many values from those of the level before; the inner loop's
 * iterations are independent. So a level is divided among the cores, and a barrier follows it: log2(n) barriers for
 * each loop. A core continues with those values whose middle operand it has computed itself; from other cores it needs
 * at most one value to the left and one to the right of its own, which pass through the shared memory.
 */
#include "kernels.h"
#include <mpi.h>
#include <weft/shared.h>

#define MOST_LEVELS 32
#define MOST_ELEMENTS 65536
#define NOTHING UINT32_MAX

/* One level, for this core, which computes x[output + o] for o of `first` .. `end` - 1. */
struct level {
    uint32_t input;  /* index in x of the operand left of the middle one, for o = 0 */
    uint32_t output; /* index in x for o = 0 */
    uint32_t count;  /* number of values that all cores compute */
    uint32_t first;
    uint32_t end;
    uint32_t from_left;  /* index in x of a value that another core computes, left of all others that this one needs; or
                          * NOTHING */
    uint32_t from_right; /* the same, right of them */
};

static struct level levels[MOST_LEVELS];
static unsigned level_count;
static uint32_t *x;
static uint32_t *v;

/* The values of x that pass between cores. */
static WEFT_SHARED volatile uint32_t ends[2 * MOST_ELEMENTS];

/* Returns the source of the operand left of the level's leftmost middle one. For o = 0 that is the last value computed
 * two levels above (`higher`, if there is one). */
static uint32_t left_neighbour(const struct level *level, const struct level *above, const struct level *higher)
{
    if (level->first == 0) {
        return higher && higher->end < higher->count ? level->input : NOTHING;
    }
    return 2 * level->first == above->first ? above->output + above->first - 1 : NOTHING;
}

/* Returns the level after `above`. */
static struct level next_level(const struct level *above, const struct level *higher)
{
    const uint32_t count = above->count / 2;
    const uint32_t first = (above->first + 1) / 2;
    const uint32_t middle_end = (above->end + 1) / 2;
    struct level level = {
        .input = above->output - 1,
        .output = above->output + above->count,
        .count = count,
        .first = first,
        .end = middle_end < count ? middle_end : count,
        .from_left = NOTHING,
        .from_right = NOTHING,
    };
    if (level.first < level.end) {
        level.from_left = left_neighbour(&level, above, higher);
        level.from_right = 2 * level.end - 1 == above->end ? above->output + above->end : NOTHING;
    }
    return level;
}

static void plan(const struct work *work)
{
    const uint32_t count = work->elements / 2;
    levels[0] = (struct level){
        .input = 0,
        .output = work->elements + 1,
        .count = count,
        .first = first_of(work, work->rank, count),
        .end = first_of(work, work->rank + 1, count),
        .from_left = NOTHING,
        .from_right = NOTHING,
    };
    for (level_count = 1; levels[level_count - 1].count > 1; level_count++) {
        const struct level *const above = &levels[level_count - 1];
        levels[level_count] = next_level(above, level_count > 1 ? above - 1 : NULL);
    }
}

static void prepare(const struct work *work)
{
    const uint32_t places = 2 * work->elements + 2;
    x = room(work, places, ONE_FOR_ALL);
    v = room(work, places, ONE_FOR_ALL);
    for (uint32_t i = 0; i < places; i++) {
        x[i] = input(i);
        v[i] = input(i + places);
    }
    plan(work);
}

static void make_level(uint32_t *values, const uint32_t *factors, const struct level *level)
{
    uint32_t *made = values + level->output + level->first;
    uint32_t *const end = values + level->output + level->end;
    const uint32_t *value = values + level->input + 2 * level->first + 1;
    const uint32_t *factor = factors + level->input + 2 * level->first + 1;
    for (; made < end; made++, value += 2, factor += 2) {
        *made = value[0] - factor[0] * value[-1] - factor[1] * value[1];
    }
}

static void fetch(const struct level *level)
{
    if (level->from_left != NOTHING) {
        x[level->from_left] = ends[level->from_left];
    }
    if (level->from_right != NOTHING) {
        x[level->from_right] = ends[level->from_right];
    }
}

static void publish_ends(const struct level *level)
{
    if (level->first < level->end) {
        const uint32_t first = level->output + level->first;
        const uint32_t last = level->output + level->end - 1;
        ends[first] = x[first];
        ends[last] = x[last];
    }
}

static void run(const struct work *work)
{
    for (unsigned loop = 0; loop < work->loops; loop++) {
        for (unsigned i = 0; i < level_count; i++) {
            if (!work->shared) {
                fetch(&levels[i]);
            }
            make_level(x, v, &levels[i]);
            if (!work->shared) {
                publish_ends(&levels[i]);
            }
            meet();
        }
    }
}

/* Computes all levels on one core. */
static void run_sequentially(const struct work *work, uint32_t *values)
{
    struct level level = {.output = work->elements + 1, .count = work->elements / 2};
    while (level.count > 0) {
        level.end = level.count;
        make_level(values, v, &level);
        level = next_level(&level, NULL);
    }
}

static unsigned check(const struct work *work)
{
    static uint32_t expected[2 * MOST_ELEMENTS];
    const uint32_t places = 2 * work->elements + 2;
    unsigned wrong = 0;
    if (work->rank == 0) {
        for (uint32_t i = 0; i < places; i++) {
            expected[i] = input(i);
        }
        run_sequentially(work, expected);
    }
    MPI_Bcast(expected, (int)places, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    for (unsigned i = 0; i < level_count; i++) {
        for (uint32_t o = levels[i].first; o < levels[i].end; o++) {
            wrong += x[levels[i].output + o] != expected[levels[i].output + o];
        }
    }
    return wrong;
}

const struct kernel kernel_2 = {2, 2, MOST_ELEMENTS - 1, prepare, run, check};
