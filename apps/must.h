/* Checks of mp.h calls that fail only if the program does not fit the platform or the task graph.
 */
#ifndef APPS_MUST_H
#define APPS_MUST_H

#include <mp.h>
#include <stdio.h>
#include <stdlib.h>

static inline void must(int result, const char *call)
{
    if (result != MP_SUCCESS) {
        fprintf(stderr, "task %d: %s fails with error %d\n", MP_task(), call, result);
        exit(1);
    }
}

#endif
