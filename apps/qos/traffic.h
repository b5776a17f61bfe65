/* What each task does in a sub-kernel: it moves blocks through the memories of its cluster and between the clusters,
 * and computes. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

/* Words of a block at most. */
#define MOST_WORDS 64

struct traffic {
    uint32_t words;   /* of a block */
    uint32_t compute; /* cycles between a round and the next */
    uint32_t rounds;
};

/* All rounds of a task; `circuits`: each block has the way to the memory for itself. */
void carry_out(const struct traffic *traffic, uint32_t task, bool circuits);

#endif
