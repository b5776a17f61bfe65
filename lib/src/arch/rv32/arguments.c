/* The words of a command line; see arguments.h. */
#include "arguments.h"

#include <stdbool.h>
#include <stddef.h>

/* Unquotes the word at `from` in place and terminates it. Returns where the next word may begin. */
static char *take_word(char *from)
{
    char *to = from;
    bool quoted = false;
    for (; *from != '\0' && (quoted || *from != ' '); from++) {
        if (*from == '"') {
            quoted = !quoted;
            continue;
        }
        if (*from == '\\' && from[1] != '\0') {
            from++;
        }
        *to++ = *from;
    }
    char *const next = *from == '\0' ? from : from + 1;
    *to = '\0';
    return next;
}

int weft_split_arguments(char *line, char **words, int capacity)
{
    int count = 0;
    while (true) {
        while (*line == ' ') {
            line++;
        }
        if (*line == '\0') {
            words[count] = NULL;
            return count;
        }
        if (count == capacity) {
            return -1;
        }
        char *const next = take_word(line);
        words[count++] = line;
        line = next;
    }
}
