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

/* What a task asks the network for. */
struct service {
    uint32_t priority; /* of all its accesses; 0: best effort */
    bool circuits;     /* what it sends has the way to the memory for itself, block by block */
};

/* All rounds of a task with what it asks for: by loads and stores (traffic.c), or by messages of MPI (messages.c). */
void carry_out(const struct traffic *traffic, uint32_t task, const struct service *service);

#endif
