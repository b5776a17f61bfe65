/* Cycles that filling, copying and allocating 64 KiB take. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <weft/report.h>
#include <weft/timer.h>

#define BYTES 65536

static uint32_t from[BYTES / 4], to[BYTES / 4];

int main(void)
{
    volatile size_t bytes = BYTES;
    uint32_t start = weft_timer_cycles();
    memset(to, 1, bytes);
    weft_report("memset", weft_timer_cycles() - start);
    start = weft_timer_cycles();
    memcpy(to, from, bytes);
    weft_report("memcpy", weft_timer_cycles() - start);
    start = weft_timer_cycles();
    void *volatile memory = malloc(bytes);
    weft_report("malloc", weft_timer_cycles() - start);
    free(memory);
    return 0;
}
