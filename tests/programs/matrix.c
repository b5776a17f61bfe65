/* Matrices: integer products, determinants by exact division, and a float product with its transpose. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 12 };

typedef int32_t IntegerMatrix[SIZE][SIZE];
typedef float FloatMatrix[SIZE][SIZE];

static void multiply(IntegerMatrix result, IntegerMatrix left, IntegerMatrix right)
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            int32_t sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += left[row][k] * right[k][column];
            result[row][column] = sum;
        }
}

/* Fraction-free elimination (Bareiss) of the leading part of a matrix; the pivots of this matrix are not zero. */
static int64_t determinant(IntegerMatrix matrix, int size)
{
    int64_t work[SIZE][SIZE];
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            work[row][column] = matrix[row][column];
    int64_t previous = 1;
    for (int pivot = 0; pivot < size - 1; pivot++) {
        for (int row = pivot + 1; row < size; row++)
            for (int column = pivot + 1; column < size; column++)
                work[row][column] =
                    (work[row][column] * work[pivot][pivot] - work[row][pivot] * work[pivot][column]) / previous;
        previous = work[pivot][pivot];
    }
    return work[size - 1][size - 1];
}

static void multiply_by_transpose(FloatMatrix result, FloatMatrix matrix)
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            float sum = 0.0f;
            for (int k = 0; k < SIZE; k++)
                sum += matrix[row][k] * matrix[column][k];
            result[row][column] = sum;
        }
}

static uint32_t digest(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

int main(void)
{
    static IntegerMatrix one, other, product;
    static FloatMatrix real, square;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            one[row][column] = (row * 7 + column * 3) % 11 - 5 + (row == column ? 9 : 0);
            other[row][column] = (row * 5 - column * 8) % 13;
            real[row][column] = (float)one[row][column] / (float)(1 + row + column);
        }
    multiply(product, one, other);
    multiply_by_transpose(square, real);
    printf("product %08lx square %08lx\n", (unsigned long)digest(product, sizeof product),
           (unsigned long)digest(square, sizeof square));
    for (int size = 1; size <= 8; size++)
        printf("determinant %d: %lld\n", size, (long long)determinant(one, size));
    return memcmp(square[0] + 1, square[1], sizeof square[0][0]) == 0 ? 0 : 1;
}
