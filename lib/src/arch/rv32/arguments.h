/* The words of a command line. */
#ifndef WEFT_ARGUMENTS_H
#define WEFT_ARGUMENTS_H

/* Splits `line` into words at blanks, in place. A word may be in double quotes; a backslash escapes the next character.
 * Writes pointers to the words, then a null pointer, to `words`. Returns the number of words, or -1 if there are more
 * than `capacity`. */
int weft_split_arguments(char *line, char **words, int capacity);

#endif
