/* What each task does in a sub-kernel: it moves blocks through the memories of its cluster and between the clusters,
 * and computes. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <stdint.h>

#define TASKS 16

/* Words of a block at most. */
#define MOST_WORDS 64

struct traffic {
    uint32_t words;   /* of a block */
    uint32_t compute; /* cycles between a round and the next */
    uint32_t rounds;
};

/* Whether each block that a task moves has the way to the memory for itself. */
enum circuits {
    NO_CIRCUITS,
    CIRCUITS,
    CIRCUITS_IN_TURN, /* from the round on in which it sees that the task before it has ended */
};

/* All rounds of a task. */
void carry_out(const struct traffic *traffic, uint32_t task, enum circuits circuits);

#endif
