/* Calls through pointers, and the C library: 1,000 numbers are sorted. */

#include "part.h"

#include <stdlib.h>

enum { NUMBERS = 1000 };

static int32_t numbers[NUMBERS];

static int compare(const void *one, const void *other)
{
    int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
    return (a > b) - (a < b);
}

uint32_t part(uint32_t seed)
{
    for (int i = 0; i < NUMBERS; i++)
        numbers[i] = (int32_t)(seed = next_random(seed));
    qsort(numbers, NUMBERS, sizeof numbers[0], compare);
    return (uint32_t)(numbers[NUMBERS / 2] ^ numbers[10]);
}
