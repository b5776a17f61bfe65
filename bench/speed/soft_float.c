/* Floating point in software: a recurrence. */

#include "part.h"

enum { STEPS = 500 };

uint32_t part(uint32_t seed)
{
    float x = 1.0f + (float)(seed & 7), y = x;
    for (int i = 1; i < STEPS; i++)
        y = y * 1.0001f + x / (float)i;
    return (uint32_t)(y * 1024.0f);
}
