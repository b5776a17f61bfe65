/* The words of a command line. */
#ifndef WEFT_ARGUMENTS_H
#define WEFT_ARGUMENTS_H

/* Cuts `line` into words at blanks, in place. A word may be in double quotes; a backslash takes the next character
 * as it is. Writes pointers to the words and a null pointer behind
 * them; returns their number, or -1 when there are more than `capacity`. */
int weft_split_arguments(char *line, char **words, int capacity);

#endif
