/* MPI_Allreduce of little data: recursive doubling. In round k, ranks that differ in bit k swap their partial results,
 * and both combine them. After log2(size) rounds, half as many as a reduction and a broadcast along trees need, all
 * ranks have the result.
 *
 * If the size is no power of two, the excess ranks first send their values to a neighbour, and receive the result from
 * it.
 */
#include "reduction.h"

struct exchange {
    const struct weft_mpi_reduction *reduction;
    int count;
    uint8_t *mine;
    uint8_t *theirs;
};

static struct weft_mpi_data data(const struct exchange *exchange, uint8_t *at)
{
    return weft_mpi_operands(exchange->reduction, at, exchange->count);
}

/* Combines the operands from `other` with those of this rank, in the order of ranks; `mine` then points to the
 * result. */
static void combine(struct exchange *exchange, int32_t other)
{
    uint8_t *const mine = exchange->mine;
    uint8_t *const theirs = exchange->theirs;
    if (other < exchange->reduction->comm->rank) {
        weft_mpi_apply(exchange->reduction, theirs, mine, exchange->count);
    } else {
        weft_mpi_apply(exchange->reduction, mine, theirs, exchange->count);
        exchange->mine = theirs;
        exchange->theirs = mine;
    }
}

/* Continues after an error, since other ranks wait for data from this one. */
static int double_up(struct exchange *exchange, int32_t index, int32_t ranks, int32_t paired)
{
    int error = MPI_SUCCESS;
    const struct weft_mpi_reduction *const reduction = exchange->reduction;
    for (int32_t bit = 1; bit < ranks; bit *= 2) {
        const int32_t partner = index ^ bit;
        const int32_t rank = partner < paired ? 2 * partner + 1 : partner + paired;
        const struct weft_mpi_data out = data(exchange, exchange->mine);
        const struct weft_mpi_data in = data(exchange, exchange->theirs);
        const int result = weft_mpi_swap(reduction->comm, reduction->tag, &out, rank, &in, rank);
        error = weft_mpi_first_error(error, result);
        combine(exchange, rank);
    }
    return error;
}

/* The ranks below 2 * `paired` form pairs: the even rank sends its operands to the odd one, which takes part for
 * both. */
static int run(struct exchange *exchange)
{
    const struct weft_mpi_comm *const comm = exchange->reduction->comm;
    const int32_t tag = exchange->reduction->tag;
    const int32_t rank = comm->rank;
    int32_t ranks = 1;
    while (ranks * 2 <= comm->size) {
        ranks *= 2;
    }
    const int32_t paired = comm->size - ranks;
    if (rank >= 2 * paired) {
        return double_up(exchange, rank - paired, ranks, paired);
    }
    const struct weft_mpi_data mine = data(exchange, exchange->mine);
    if (rank % 2 == 0) {
        weft_mpi_put(comm, tag, &mine, rank + 1);
        return weft_mpi_get(comm, tag, &mine, rank + 1);
    }
    const struct weft_mpi_data theirs = data(exchange, exchange->theirs);
    const int error = weft_mpi_get(comm, tag, &theirs, rank - 1);
    combine(exchange, rank - 1);
    const int later = double_up(exchange, rank / 2, ranks, paired);
    const struct weft_mpi_data result = data(exchange, exchange->mine);
    weft_mpi_put(comm, tag, &result, rank - 1);
    return weft_mpi_first_error(error, later);
}

int weft_mpi_exchange(const struct weft_mpi_reduction *reduction, uint8_t **mine, int count)
{
    struct exchange exchange = {reduction, count, *mine, weft_mpi_space(reduction, 1)};
    const int error = run(&exchange);
    *mine = exchange.mine;
    return error;
}
