/* Computes decimals of pi, in parallel: pi DECIMALS
 *
 *     pi = sum over k >= 0 of 16^-k (4 / (8k+1) - 2 / (8k+4) - 1 / (8k+5) - 1 / (8k+6))
 *
 * (D. Bailey, P. Borwein and S. Plouffe, "On the Rapid Computation of Various Polylogarithmic Constants", 1997.) The
 * terms are independent: a rank adds up every RANKS-th of them, and rank 0 adds the sums. Numbers are in fixed point,
 * as long as the decimals require, so that any number of ranks on any machine computes the same decimals, without
 * floating point.
 */
#include "../elapsed.h"
#include "../number.h"
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

/* A number is an array of limbs: limb i counts multiples of 2^(-16 i), modulo 2^16. The upper bits of a limb hold
 * carries, of up to as many sums as there are ranks. */
typedef uint32_t limb;
#define BITS 16
#define LIMB_MASK 0xFFFFu
#define GUARD 2 /* guard limbs at the end, which absorb the rounding errors of all terms */

/* Divisors have 16 bits, so that a remainder and a limb fit into a word: 8k + 6 < 2^16; each term gives 1.2
 * decimals. */
#define MOST_DECIMALS 9800

/* log2(10) / 16 limbs for each decimal, the integer part before them, and guard limbs. */
static int limbs_for(int decimals)
{
    return decimals * 3322 / 16000 + 2 + GUARD;
}

static void add(limb *sum, const limb *number, int first, int limbs)
{
    uint32_t carry = 0;
    for (int i = limbs - 1; i >= first || (carry != 0 && i >= 0); i--) {
        const uint32_t digit = sum[i] + carry + (i >= first ? number[i] : 0);
        sum[i] = digit & LIMB_MASK;
        carry = digit >> BITS;
    }
}

static void subtract(limb *sum, const limb *number, int first, int limbs)
{
    uint32_t borrow = 0;
    for (int i = limbs - 1; i >= first || (borrow != 0 && i >= 0); i--) {
        const uint32_t digit = sum[i] - borrow - (i >= first ? number[i] : 0);
        sum[i] = digit & LIMB_MASK;
        borrow = digit >> 31;
    }
}

/* quotient = numerator * 16^-k / divisor, from the limb `first` on; those before it are 0. */
static void divide(limb *quotient, uint32_t numerator, int k, uint32_t divisor, int first, int limbs)
{
    uint32_t remainder = numerator << (BITS * first - 4 * k);
    for (int i = first; i < limbs; i++) {
        quotient[i] = remainder / divisor;
        remainder = remainder % divisor << BITS;
    }
}

/* Adds term k to the sum. */
static void add_term(limb *sum, limb *quotient, int k, int limbs)
{
    const int first = (4 * k + BITS - 1) / BITS;
    const uint32_t eight = 8 * (uint32_t)k;
    divide(quotient, 4, k, eight + 1, first, limbs);
    add(sum, quotient, first, limbs);
    divide(quotient, 2, k, eight + 4, first, limbs);
    subtract(sum, quotient, first, limbs);
    divide(quotient, 1, k, eight + 5, first, limbs);
    subtract(sum, quotient, first, limbs);
    divide(quotient, 1, k, eight + 6, first, limbs);
    subtract(sum, quotient, first, limbs);
}

/* Normalizes a sum of sums: each limb passes its carries to the one before it. */
static void carry(limb *sum, int limbs)
{
    for (int i = limbs - 1; i > 0; i--) {
        sum[i - 1] += sum[i] >> BITS;
        sum[i] &= LIMB_MASK;
    }
    sum[0] &= LIMB_MASK;
}

/* Multiplies the fraction by ten thousand. Returns the four decimals that move before the point. */
static unsigned next_four(limb *number, int limbs)
{
    uint32_t carried = 0;
    for (int i = limbs - 1; i > 0; i--) {
        carried += number[i] * 10000;
        number[i] = carried & LIMB_MASK;
        carried >>= BITS;
    }
    return carried;
}

static void print(limb *pi, int decimals, int limbs)
{
    printf("%u.", (unsigned)pi[0]);
    for (int printed = 0; printed < decimals; printed += 4) {
        char four[5];
        snprintf(four, sizeof four, "%04u", next_four(pi, limbs));
        printf("%.*s", decimals - printed, four);
    }
    printf("\n");
}

static void compute(int decimals, int rank, int ranks)
{
    const int limbs = limbs_for(decimals);
    const int terms = (limbs - 1) * BITS / 4; /* all later ones are 0 */
    limb *const sum = calloc((size_t)limbs, sizeof *sum);
    limb *const quotient = calloc((size_t)limbs, sizeof *quotient);
    if (sum == NULL || quotient == NULL) {
        fprintf(stderr, "pi: rank %d has no memory for %d decimals\n", rank, decimals);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const uint64_t start = weft_timer_now();
    for (int k = rank; k < terms; k += ranks) {
        add_term(sum, quotient, k, limbs);
    }
    limb *const total = quotient; /* no longer needed */
    MPI_Reduce(sum, total, limbs, MPI_UINT32_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        carry(total, limbs);
        tell_elapsed(start);
        print(total, decimals, limbs);
    }
    free(sum);
    free(quotient);
}

int main(int argc, char **argv)
{
    int rank;
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const long decimals = argc == 2 ? number_from(argv[1], 1, MOST_DECIMALS) : -1;
    if (decimals > 0) {
        compute((int)decimals, rank, ranks);
    } else if (rank == 0) {
        fprintf(stderr, "usage: pi DECIMALS, from 1 to %d\n", MOST_DECIMALS);
    }
    MPI_Finalize();
    return decimals > 0 ? 0 : 2;
}
