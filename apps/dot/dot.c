/* The dot product of two vectors of rank 0: dot LENGTH
 *
 * Rank 0 scatters both vectors, every rank adds up the products of its share, and MPI_Reduce adds the sums. The grain
 * is fine: moving an element may take longer than multiplying it. Elements have the type ELEMENT (-D), by default of
 * one byte. They are small integers, so that the sum is exact in any order; rank 0 compares it with a sum that it
 * computes without the vectors.
 */
#include "../elapsed.h"
#include "../number.h"
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

#ifndef ELEMENT
#define ELEMENT int8_t
#endif
typedef ELEMENT element;
typedef __typeof__((element)1 * (element)1) product; /* int, float, double... */
/* clang-format off */
#define MPI_TYPE(type)                                                                                                 \
    _Generic((type)0,                                                                                                  \
        int8_t: MPI_INT8_T, int16_t: MPI_INT16_T, int: MPI_INT, long: MPI_LONG, float: MPI_FLOAT, double: MPI_DOUBLE)
/* clang-format on */

#define MOST_ELEMENTS 4000000 /* the sum is about three times that: exact in a `float` */

struct vectors {
    element *x;
    element *y;
};

/* Return element i of each vector. */
static int x_at(long i)
{
    return (int)(i % 7);
}

static int y_at(long i)
{
    return (int)(i % 5) - 1;
}

static struct vectors vectors_of(int length)
{
    const size_t bytes = (size_t)length * sizeof(element);
    const struct vectors vectors = {malloc(bytes), malloc(bytes)};
    if (bytes > 0 && (vectors.x == NULL || vectors.y == NULL)) {
        fprintf(stderr, "dot: no memory for two vectors of %d elements\n", length);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return vectors;
}

static struct vectors filled(int length)
{
    const struct vectors vectors = vectors_of(length);
    for (int i = 0; i < length; i++) {
        vectors.x[i] = (element)x_at(i);
        vectors.y[i] = (element)y_at(i);
    }
    return vectors;
}

/* Computes the ranks' shares, which differ by one element at most. */
static void share(int length, int ranks, int *counts, int *places)
{
    int place = 0;
    for (int rank = 0; rank < ranks; rank++) {
        counts[rank] = length / ranks + (rank < length % ranks);
        places[rank] = place;
        place += counts[rank];
    }
}

static product multiply(const struct vectors *vectors, int length)
{
    product sum = 0;
    for (int i = 0; i < length; i++) {
        sum += vectors->x[i] * vectors->y[i];
    }
    return sum;
}

static long expected(long length)
{
    long sum = 0;
    for (long i = 0; i < length; i++) {
        sum += x_at(i) * y_at(i);
    }
    return sum;
}

/* Scatters a vector; rank 0's share stays in place. */
static void scatter(element *all, element *own, const int *counts, const int *places, int rank)
{
    MPI_Scatterv(all, counts, places, MPI_TYPE(element), rank == 0 ? MPI_IN_PLACE : own, counts[rank],
                 MPI_TYPE(element), 0, MPI_COMM_WORLD);
}

static int dot(int length, int rank, int ranks)
{
    int counts[ranks];
    int places[ranks];
    share(length, ranks, counts, places);
    const struct vectors all = rank == 0 ? filled(length) : vectors_of(counts[rank]);
    product sum = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const uint64_t start = weft_timer_now();
    scatter(all.x, all.x, counts, places, rank);
    scatter(all.y, all.y, counts, places, rank);
    const product own = multiply(&all, counts[rank]);
    MPI_Reduce(&own, &sum, 1, MPI_TYPE(product), MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank != 0) {
        return 0;
    }
    tell_elapsed(start);
    printf("%ld\n", (long)sum);
    if (sum != (product)expected(length)) {
        fprintf(stderr, "dot: the sum of %d products should be %ld\n", length, expected(length));
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rank;
    int ranks;
    int status = 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const long length = argc == 2 ? number_from(argv[1], 1, MOST_ELEMENTS) : -1;
    if (length > 0) {
        status = dot((int)length, rank, ranks);
    } else if (rank == 0) {
        fprintf(stderr, "usage: dot LENGTH, from 1 to %d elements\n", MOST_ELEMENTS);
    }
    MPI_Finalize();
    return status;
}
