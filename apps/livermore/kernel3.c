/* Kernel 3, the inner product:
 *
 *     q = 0; for (k = 0; k < n; k++) q += z[k] * x[k];
 *
 * Each core sums a contiguous range of the products and writes its sum to the shared memory. After one barrier in each
 * loop, core 0, which needs the result, adds the sums while the others continue. There are two sets of sums, used in
 * turn, so that the next ones do not overwrite those that core 0 still reads.
 */
#include "kernels.h"
#include <weft/platform.h>
#include <weft/shared.h>

#define IN_USE 2

static uint32_t *x;
static uint32_t *z;
static uint32_t results; /* of core 0: the sum over all loops */
static WEFT_SHARED volatile uint32_t sums[IN_USE][WEFT_CORES];

static void prepare(const struct work *work)
{
    x = room(work, work->elements, ONE_FOR_ALL);
    z = room(work, work->elements, ONE_FOR_ALL);
    for (uint32_t i = 0; i < work->elements; i++) {
        x[i] = input(i);
        z[i] = input(i + work->elements);
    }
}

static uint32_t inner_product(unsigned first, unsigned end)
{
    uint32_t sum = 0;
    for (unsigned i = first; i < end; i++) {
        sum += z[i] * x[i];
    }
    return sum;
}

static uint32_t add(const volatile uint32_t *terms, unsigned count)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += terms[i];
    }
    return sum;
}

static void run(const struct work *work)
{
    const unsigned first = first_of(work, work->rank, work->elements);
    const unsigned end = first_of(work, work->rank + 1, work->elements);
    for (unsigned loop = 0; loop < work->loops; loop++) {
        volatile uint32_t *const now = sums[loop % IN_USE];
        now[work->rank] = inner_product(first, end);
        meet();
        if (work->rank == 0) {
            results += add(now, work->ranks);
        }
    }
}

static unsigned check(const struct work *work)
{
    return work->rank == 0 && results != work->loops * inner_product(0, work->elements);
}

const struct kernel kernel_3 = {3, 1, UINT32_MAX, prepare, run, check};
