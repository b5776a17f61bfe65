/* Gives the bytes of a case to calls of a library, one after the other, until one does what it should not. */
#ifndef CALLS_H
#define CALLS_H

#include "draw.h"

#define CALLS_MAX 12

/* Each program's own: makes the next call, and notes whether it was refused; makes a right one. Both return what is
 * wrong, or null. */
static const char *one_call(struct draw *draw, bool *refused);
static const char *still_works(void);

static void give(const struct weft_case *given, unsigned functions)
{
    struct draw draw = {given->bytes, given->bytes + given->length, false};
    bool refused = false;
    const char *wrong = NULL;
    for (int calls = 0; calls < CALLS_MAX && draw.at < draw.end && wrong == NULL; calls++) {
        const unsigned at = (unsigned)(draw.at - given->bytes);
        wrong = one_call(&draw, &refused);
        if (wrong != NULL) {
            printf("failed the call at byte %u (function %u): %s\n", at, given->bytes[at] % functions, wrong);
        }
    }
    if (wrong == NULL && (wrong = still_works()) != NULL) {
        printf("failed %s\n", wrong);
    } else if (wrong == NULL) {
        puts(refused ? "refused" : "accepted");
    }
    fflush(stdout);
}

#endif
