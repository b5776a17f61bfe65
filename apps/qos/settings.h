/* The settings of figure 10: the service that each of 16 tasks requests. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

/* Returns the service of a task under a setting, 'a' to 'e'; any other letter: best effort for all. */
static inline struct service service_of(char setting, int task)
{
    const bool second_cluster = task / 8 == 1;
    const bool right_side = task / 4 % 2 == 1;
    switch (setting) {
    case 'a': /* the second cluster has priority over the first */
        return (struct service){second_cluster, false};
    case 'b': /* right sides have priority, the first cluster's over the second's; left sides are best effort */
        return (struct service){right_side ? 2U - second_cluster : 0, false};
    case 'c': /* all send over circuits; a refused task retries, lower numbers sooner */
        return (struct service){0, true};
    case 'd': /* the second cluster has priority, its right side over its left side */
        return (struct service){second_cluster ? 1U + right_side : 0, false};
    case 'e': /* one task sends over circuits */
        return (struct service){0, task == 5};
    default:
        return (struct service){0, false};
    }
}

#endif
