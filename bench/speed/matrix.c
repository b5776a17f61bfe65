/* Multiplications in nested loops: the product of two matrices of 16-bit numbers. */

#include "part.h"

enum { SIZE = 40 };

static int16_t left[SIZE][SIZE], right[SIZE][SIZE];

static void fill(uint32_t seed)
{
    for (uint32_t i = 0; i < SIZE; i++)
        for (uint32_t j = 0; j < SIZE; j++) {
            left[i][j] = (int16_t)(seed + i * j);
            right[i][j] = (int16_t)(seed - i + j);
        }
}

uint32_t part(uint32_t seed)
{
    uint32_t sum = 0;
    fill(seed);
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            int32_t product = 0;
            for (int k = 0; k < SIZE; k++)
                product += left[i][k] * right[k][j];
            sum = sum * 3 ^ (uint32_t)product;
        }
    return sum;
}
