/* What each task does in a sub-kernel: it exchanges blocks with all others, by the memories of its cluster and between
 * the clusters, and computes. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#define TASKS 16

/* Words of a block at most. */
#define MOST_WORDS 8

struct traffic {
    uint32_t words;   /* of a block */
    uint32_t compute; /* cycles between an exchange and the next */
    uint32_t rounds;  /* exchanges with each of the others */
};

/* All rounds of a task; with `circuits` what it sends has the way to the memory for itself, block by block. */
void carry_out(const struct traffic *traffic, uint32_t task, bool circuits);

#endif
