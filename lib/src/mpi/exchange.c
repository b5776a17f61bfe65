/* MPI_Allreduce of little data: recursive doubling. In round k ranks that differ in bit k swap what they have, and both
 * combine it; after log2(size) rounds, half as many as a tree up and down has, everybody has the result.
 *
 * Ranks beyond the largest power of two first hand their values to a neighbour, and get the result from it. The operand
 * of the lower rank stands first on both sides, so that all ranks compute the same bits.
 */
#include "mpi_internal.h"

#include "copy.h"

struct exchange {
    const struct weft_mpi_collective *collective;
    weft_mpi_kernel *kernel;
    MPI_Op op;
    int count;
    uint32_t bytes;
    uint8_t *mine;
    uint8_t *theirs;
};

static WEFT_PER_RANK _Alignas(16) uint8_t space[2][WEFT_MPI_EXCHANGE];

/* Combines what came from `other` with what this rank has, which is then in `mine`. */
static void combine(struct exchange *exchange, int32_t other)
{
    uint8_t *const mine = exchange->mine;
    uint8_t *const theirs = exchange->theirs;
    if (other < exchange->collective->group.rank) {
        exchange->kernel(exchange->op, theirs, mine, exchange->count);
    } else {
        exchange->kernel(exchange->op, mine, theirs, exchange->count);
        exchange->mine = theirs;
        exchange->theirs = mine;
    }
}

static int double_up(struct exchange *exchange, int32_t index, int32_t ranks, int32_t paired)
{
    int error = MPI_SUCCESS;
    for (int32_t bit = 1; bit < ranks && error == MPI_SUCCESS; bit *= 2) {
        const int32_t partner = index ^ bit;
        const int32_t rank = partner < paired ? 2 * partner + 1 : partner + paired;
        error = weft_mpi_swap(exchange->collective, exchange->mine, rank, exchange->theirs, rank, exchange->bytes);
        combine(exchange, rank);
    }
    return error;
}

/* The ranks below 2 * `paired` work in pairs: the even one hands over, the odd one works for both. */
static int run(struct exchange *exchange)
{
    const struct weft_mpi_collective *const collective = exchange->collective;
    const int32_t rank = collective->group.rank;
    int32_t ranks = 1;
    while (ranks * 2 <= collective->group.size) {
        ranks *= 2;
    }
    const int32_t paired = collective->group.size - ranks;
    if (rank >= 2 * paired) {
        return double_up(exchange, rank - paired, ranks, paired);
    }
    if (rank % 2 == 0) {
        weft_mpi_put(collective, exchange->mine, exchange->bytes, rank + 1);
        return weft_mpi_get(collective, exchange->mine, exchange->bytes, rank + 1);
    }
    int error = weft_mpi_get(collective, exchange->theirs, exchange->bytes, rank - 1);
    combine(exchange, rank - 1);
    if (error == MPI_SUCCESS) {
        error = double_up(exchange, rank / 2, ranks, paired);
    }
    weft_mpi_put(collective, exchange->mine, exchange->bytes, rank - 1);
    return error;
}

int weft_mpi_exchange(const struct weft_mpi_collective *collective, weft_mpi_kernel *kernel, MPI_Op op, const void *own,
                      void *result, int count, uint32_t bytes)
{
    struct weft_mpi_collective exchanging = *collective;
    exchanging.tag = WEFT_MPI_TAG_ALLREDUCE;
    struct exchange exchange = {&exchanging, kernel, op, count, bytes, space[0], space[1]};
    weft_copy(exchange.mine, own, bytes);
    const int error = run(&exchange);
    weft_copy(result, exchange.mine, bytes);
    return error;
}
