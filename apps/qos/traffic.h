/* The work of each task in a sub-kernel: it exchanges blocks with all other tasks, through the memories of its cluster
 * and between the clusters, and computes. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#define TASKS 16

/* Maximum words of a block. */
#define MOST_WORDS 8

struct traffic {
    uint32_t words;   /* of a block */
    uint32_t compute; /* cycles between exchanges */
    uint32_t rounds;  /* exchanges with each of the others */
};

/* The service that a task requests. */
struct service {
    uint32_t priority; /* priority of all its accesses; 0: best effort */
    bool circuits;     /* whether it sends each block over a circuit to the memory */
};

/* Runs all rounds of a task with its service: by loads and stores (traffic.c), or by messages of MPI (messages.c). */
void carry_out(const struct traffic *traffic, uint32_t task, const struct service *service);

#endif
