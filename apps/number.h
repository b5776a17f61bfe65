/* Numeric arguments of a program. */
#ifndef APPS_NUMBER_H
#define APPS_NUMBER_H

#include <errno.h>
#include <stdlib.h>

/* Returns the number that `word` contains, or -1 if it is not one from `least` to `most`. */
static inline long number_from(const char *word, long least, long most)
{
    char *end;
    errno = 0;
    const long number = strtol(word, &end, 10);
    return errno == 0 && end != word && *end == '\0' && number >= least && number <= most ? number : -1;
}

#endif
