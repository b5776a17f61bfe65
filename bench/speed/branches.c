/* Branches that go both ways at random, loads and stores: what each core of apps/compute does. */

#include "part.h"

enum { WORDS = 1024 };

static uint32_t table[WORDS];

/* One pass over the table; the generator is Marsaglia's xorshift. */
uint32_t part(uint32_t seed)
{
    uint32_t random = seed | 1, sum = 0;
    for (int i = 0; i < WORDS; i++) {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        uint32_t place = random % WORDS;
        sum = table[place] & 1 ? sum + table[place] * 2654435761u : sum ^ (table[i] + random);
        table[i] = sum;
    }
    return random ^ sum;
}
