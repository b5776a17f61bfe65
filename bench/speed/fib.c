/* Calls and returns: Fibonacci's numbers by their definition. */

#include "part.h"

static uint32_t __attribute__((noinline)) fib(uint32_t n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

uint32_t part(uint32_t seed)
{
    return fib(18 + (seed & 1));
}
