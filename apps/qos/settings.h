/* The settings of figure 10: what each of 16 tasks asks the network for. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

/* The service of a task under a setting, 'a' to 'e'; any other letter: best effort for all. */
static inline struct service service_of(char setting, int task)
{
    const bool second_cluster = task / 8 == 1;
    const bool right_side = task / 4 % 2 == 1;
    switch (setting) {
    case 'a': /* the second cluster goes before the first */
        return (struct service){second_cluster, false};
    case 'b': /* right sides go first, the first cluster's before the second's; left sides have no priority */
        return (struct service){right_side ? 2U - second_cluster : 0, false};
    case 'c': /* all have circuits for what they send; who is refused asks again, the lower numbers sooner */
        return (struct service){0, true};
    case 'd': /* the second cluster goes first, its right side before its left side */
        return (struct service){second_cluster ? 1U + right_side : 0, false};
    case 'e': /* one task has circuits for what it sends */
        return (struct service){0, task == 5};
    default:
        return (struct service){0, false};
    }
}

#endif
