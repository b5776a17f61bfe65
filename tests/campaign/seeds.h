/* The seeds that a random program plays one after the other, as its first argument says: SEED alone, or
 * FIRST:COUNT:STEP. After each it writes "seed N: ... ok", so that the one that fails is known. */
#ifndef CAMPAIGN_SEEDS_H
#define CAMPAIGN_SEEDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct seeds {
    uint32_t first, count, step;
};

/* Is the text one or three numbers? */
static bool read_seeds(const char *text, struct seeds *seeds)
{
    uint32_t numbers[3] = {0, 1, 0};
    int count = 0;
    char *end;
    do {
        numbers[count++] = (uint32_t)strtoul(text, &end, 10);
        if (end == text || (*end != ':' && *end != '\0')) {
            return false;
        }
        text = end + 1;
    } while (*end == ':' && count < 3);
    *seeds = (struct seeds){numbers[0], numbers[1], numbers[2]};
    return *end == '\0' && count != 2;
}

#endif
