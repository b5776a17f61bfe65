/* Does a part's work as many times as TIMES says, and prints what came of it. */

#include "part.h"

#include <stdio.h>

int main(void)
{
    uint32_t sum = 1;
    for (uint32_t turn = 0; turn < TIMES; turn++)
        sum ^= part(sum + turn);
    printf("%lu\n", (unsigned long)sum);
    return 0;
}
