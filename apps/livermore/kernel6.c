/* Kernel 6, general linear recurrence equations:
 *
 *     for (i = 1; i < n; i++)
 *         for (k = 0; k < i; k++)
 *             w[i] += b[k][i] * w[i - k - 1];
 *
 * w[i] depends on all w before it, so the outer loop cannot be parallelized. With the loops exchanged it can: as soon
 * as w[t] is known, its products are added to all later w, in parallel,
 *
 *     for (t = 0; t < n - 1; t++)
 *         for (i = t + 1; i < n; i++)
 *             w[i] += b[i - t - 1][i] * w[t];
 *
 * with a barrier between two steps t: n - 2 barriers for each loop. The equations i are distributed cyclically, core r
 * taking i = r, r + ranks, ..., so that the load stays balanced to the end. A core stores its own w and the b of its
 * equations; w[t] passes through the shared memory, written by its core when it is known, read by all after the
 * barrier.
 */
#include "kernels.h"
#include <mpi.h>
#include <weft/shared.h>

#define MOST_ELEMENTS 8192

static uint32_t *w;       /* of the core's equations, in their order */
static uint32_t *factors; /* b[i - t - 1][i] of the core's equations i > t; for t = 0, for t = 1, and so on */
static WEFT_SHARED volatile uint32_t known[MOST_ELEMENTS]; /* w, once it is known */

static uint32_t initial(uint32_t i)
{
    return input(i);
}

/* b[k][i]. */
static uint32_t factor(const struct work *work, uint32_t k, uint32_t i)
{
    return input(k * work->elements + i + work->elements);
}

/* Returns the core's first equation after step t. */
static uint32_t first_equation_behind(const struct work *work, uint32_t t)
{
    const uint32_t turns = t < work->rank ? 0 : (t - work->rank) / work->ranks + 1;
    return work->rank + turns * work->ranks;
}

/* Returns the number of factors of the core that has the most. */
static size_t most_factors(const struct work *work)
{
    size_t count = 0;
    for (uint32_t t = 0; t + 1 < work->elements; t++) {
        count += (work->elements - 1 - t + work->ranks - 1) / work->ranks;
    }
    return count;
}

static void prepare(const struct work *work)
{
    w = room(work, work->elements / work->ranks + 1, ONE_FOR_EACH);
    factors = room(work, most_factors(work), ONE_FOR_EACH);
    uint32_t *place = factors;
    for (uint32_t t = 0; t + 1 < work->elements; t++) {
        for (uint32_t i = first_equation_behind(work, t); i < work->elements; i += work->ranks) {
            *place++ = factor(work, i - t - 1, i);
        }
    }
}

static void begin_loop(const struct work *work)
{
    uint32_t *own = w;
    for (uint32_t i = work->rank; i < work->elements; i += work->ranks) {
        *own++ = initial(i);
    }
}

/* Adds the products of one known value to the later equations. Returns the factors of the next step. */
static const uint32_t *add_products(uint32_t *equation, const uint32_t *end, const uint32_t *row, uint32_t value)
{
    for (; equation < end; equation++, row++) {
        *equation += *row * value;
    }
    return row;
}

static void run_loop(const struct work *work)
{
    const uint32_t last = work->elements - 1;
    const uint32_t *const end = w + (last < work->rank ? 0 : (last - work->rank) / work->ranks + 1);
    uint32_t *equation = w; /* the core's first equation after t, and its number */
    uint32_t number = work->rank;
    const uint32_t *row = factors;
    for (uint32_t t = 0; t < last; t++) {
        if (number <= t) {
            equation++;
            number += work->ranks;
        }
        row = add_products(equation, end, row, t == 0 ? initial(0) : known[t]);
        if (number == t + 1) {
            known[t + 1] = *equation;
        }
        if (t + 1 < last) {
            meet();
        }
    }
}

static void run(const struct work *work)
{
    for (unsigned loop = 0; loop < work->loops; loop++) {
        begin_loop(work);
        run_loop(work);
    }
}

/* Computes the original loops on one core. */
static void run_sequentially(const struct work *work, uint32_t *values)
{
    for (uint32_t i = 0; i < work->elements; i++) {
        values[i] = initial(i);
        for (uint32_t k = 0; k < i; k++) {
            values[i] += factor(work, k, i) * values[i - k - 1];
        }
    }
}

static unsigned check(const struct work *work)
{
    static uint32_t expected[MOST_ELEMENTS];
    unsigned wrong = 0;
    if (work->rank == 0) {
        run_sequentially(work, expected);
    }
    MPI_Bcast(expected, (int)work->elements, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    const uint32_t *own = w;
    for (uint32_t i = work->rank; i < work->elements; i += work->ranks) {
        wrong += *own++ != expected[i];
    }
    return wrong;
}

const struct kernel kernel_6 = {6, 2, MOST_ELEMENTS, prepare, run, check};
