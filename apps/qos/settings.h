/* The settings of figure 10: what each of 16 tasks asks the network for. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

/* What a task asks for. */
struct service {
    uint32_t priority; /* of all its accesses; 0: best effort */
    enum circuits circuits;
};

/* The service of a task under a setting, 'a' to 'e'; any other letter: best effort for all. */
static inline struct service service_of(char setting, int task)
{
    const bool second_cluster = task / 8 == 1;
    const bool right_side = task / 4 % 2 == 1;
    switch (setting) {
    case 'a': /* the second cluster goes before the first */
        return (struct service){second_cluster, NO_CIRCUITS};
    case 'b': /* right sides go before left sides, the first cluster's before the second's */
        return (struct service){2U * right_side + !second_cluster, NO_CIRCUITS};
    case 'c': /* one after the other has circuits, in the order of their numbers */
        return (struct service){0, CIRCUITS_IN_TURN};
    case 'd': /* the second cluster goes first, its right side before its left side */
        return (struct service){second_cluster ? 1U + right_side : 0, NO_CIRCUITS};
    case 'e': /* one task has circuits */
        return (struct service){0, task == 5 ? CIRCUITS : NO_CIRCUITS};
    default:
        return (struct service){0, NO_CIRCUITS};
    }
}

#endif
