/* Every collective operation, from every root, with several types, operations and lengths; compared with results that
 * are computed locally. */
#include "check.h"

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LARGEST 700

static int mine[LARGEST];
static int all[64 * LARGEST];

static void broadcast(int root, int count)
{
    for (int i = 0; i < count; i++) {
        mine[i] = rank == root ? root * 1000 + i : -1;
    }
    MPI_Bcast(mine, count, MPI_INT, root, MPI_COMM_WORLD);
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += mine[i] != root * 1000 + i;
    }
    CHECK(wrong == 0);
}

static void gather_and_scatter(int root, int count, int in_place)
{
    for (int i = 0; i < count; i++) {
        mine[i] = rank * 1000 + i;
        all[rank * count + i] = mine[i];
    }
    MPI_Gather(in_place && rank == root ? MPI_IN_PLACE : mine, count, MPI_INT, all, count, MPI_INT, root,
               MPI_COMM_WORLD);
    int wrong = 0;
    for (int i = 0; rank == root && i < size * count; i++) {
        wrong += all[i] != i / count * 1000 + i % count;
        all[i] *= 3;
    }
    void *const to = in_place && rank == root ? MPI_IN_PLACE : mine;
    MPI_Scatter(all, count, MPI_INT, to, count, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < count && to != MPI_IN_PLACE; i++) {
        wrong += mine[i] != 3 * (rank * 1000 + i);
    }
    CHECK(wrong == 0);
}

static void reduce(int root, int count)
{
    static int sum[LARGEST];
    for (int i = 0; i < count; i++) {
        mine[i] = rank + i;
        sum[i] = -1;
    }
    MPI_Reduce(mine, sum, count, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += sum[i] != (rank == root ? size * (size - 1) / 2 + size * i : -1);
    }
    CHECK(wrong == 0);
    MPI_Reduce(rank == root ? MPI_IN_PLACE : mine, mine, count, MPI_INT, MPI_MAX, root, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        wrong += mine[i] != (rank == root ? size - 1 + i : rank + i);
    }
    CHECK(wrong == 0);
}

/* Reduces one value of each rank to all ranks; `expected` is the result. */
#define REDUCE(type, handle, op, value, expected)                                                                      \
    do {                                                                                                               \
        type own = (type)(value);                                                                                      \
        type result;                                                                                                   \
        memset(&result, 0x5A, sizeof result);                                                                          \
        MPI_Allreduce(&own, &result, 1, handle, op, MPI_COMM_WORLD);                                                   \
        CHECK(result == (type)(expected));                                                                             \
        result = own;                                                                                                  \
        MPI_Allreduce(MPI_IN_PLACE, &result, 1, handle, op, MPI_COMM_WORLD);                                           \
        CHECK(result == (type)(expected));                                                                             \
    } while (0)

#define REDUCE_ORDERED(type, handle)                                                                                   \
    REDUCE(type, handle, MPI_SUM, rank + 1, size * (size + 1) / 2);                                                    \
    REDUCE(type, handle, MPI_MAX, rank, size - 1);                                                                     \
    REDUCE(type, handle, MPI_MIN, rank + 3, 3);                                                                        \
    REDUCE(type, handle, MPI_PROD, rank == 0 ? 5 : 1, 5)

#define REDUCE_INTEGER(type, handle)                                                                                   \
    REDUCE_ORDERED(type, handle);                                                                                      \
    REDUCE(type, handle, MPI_BAND, rank == 0 ? 6 : 7, 6);                                                              \
    REDUCE(type, handle, MPI_BOR, 1 << rank % 4, size > 3 ? 15 : (1 << size) - 1);                                     \
    REDUCE(type, handle, MPI_BXOR, 1, size % 2);                                                                       \
    REDUCE(type, handle, MPI_LAND, 1, 1);                                                                              \
    REDUCE(type, handle, MPI_LOR, rank == size - 1, 1);                                                                \
    REDUCE(type, handle, MPI_LXOR, 1, size % 2)

static void reduce_types(void)
{
    REDUCE_INTEGER(signed char, MPI_SIGNED_CHAR);
    REDUCE_INTEGER(short, MPI_SHORT);
    REDUCE_INTEGER(int, MPI_INT);
    REDUCE_INTEGER(long, MPI_LONG);
    REDUCE_INTEGER(long long, MPI_LONG_LONG);
    REDUCE_INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
    REDUCE_INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
    REDUCE_INTEGER(unsigned, MPI_UNSIGNED);
    REDUCE_INTEGER(unsigned long, MPI_UNSIGNED_LONG);
    REDUCE_INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    REDUCE_INTEGER(int8_t, MPI_INT8_T);
    REDUCE_INTEGER(uint64_t, MPI_UINT64_T);
    REDUCE_ORDERED(float, MPI_FLOAT);
    REDUCE_ORDERED(double, MPI_DOUBLE);
    REDUCE_ORDERED(long double, MPI_LONG_DOUBLE);
    REDUCE(double _Complex, MPI_C_DOUBLE_COMPLEX, MPI_SUM, rank + 1.0 * I, size * (size - 1) / 2 + 1.0 * size * I);
    REDUCE(float _Complex, MPI_C_FLOAT_COMPLEX, MPI_PROD, rank == 0 ? 2.0f * I : 1.0f, 2.0f * I);
    REDUCE(bool, MPI_C_BOOL, MPI_LAND, rank != 0, false);
    REDUCE(uint8_t, MPI_BYTE, MPI_BOR, rank == 0 ? 0x40 : 1, size > 1 ? 0x41 : 0x40);
}

static void signs(void)
{
    REDUCE(int, MPI_INT, MPI_MAX, -1 - rank, -1);
    REDUCE(int, MPI_INT, MPI_MIN, -1 - rank, -size);
    REDUCE(unsigned, MPI_UNSIGNED, MPI_MAX, rank == 0 ? -1 : 1, -1);
    REDUCE(long long, MPI_LONG_LONG, MPI_SUM, -5000000000, -5000000000 * size);
}

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 16, 17, 129, LARGEST};
    begin(&argc, &argv);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (int root = 0; root<size; root += size> 3 ? 3 : 1) {
            broadcast(root, counts[i]);
            reduce(root, counts[i]);
            if (counts[i] > 0) {
                gather_and_scatter(root, counts[i], root % 2);
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    reduce_types();
    signs();
    return finish();
}
