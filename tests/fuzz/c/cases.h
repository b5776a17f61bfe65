/* Cases from standard input, one after the other: the bytes of its length, least significant first, then its own. What
 * became of each is a line of standard output: `accepted`, `refused WHY`, or `failed WHY`. */
#ifndef CASES_H
#define CASES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct weft_case {
    uint8_t *bytes;
    uint32_t length;
};

/* Returns false at the end. The bytes are exactly as many, so that a sanitizer sees an access beyond them. */
static int next_case(struct weft_case *taken)
{
    uint8_t length[4];
    if (fread(length, 1, 4, stdin) != 4) {
        return 0;
    }
    taken->length = (uint32_t)length[3] << 24 | (uint32_t)length[2] << 16 | (uint32_t)length[1] << 8 | length[0];
    taken->bytes = malloc(taken->length);
    return taken->bytes != NULL && fread(taken->bytes, 1, taken->length, stdin) == taken->length;
}

#endif
