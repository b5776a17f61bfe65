/* What the library says of itself: one line on the standard error stream, begun with "weft: rank N: ". */
#ifndef WEFT_DIAGNOSTIC_H
#define WEFT_DIAGNOSTIC_H

#include <stdarg.h>
#include <weft/label.h>

/* How the length of a message is told: by this conversion, and a value of this type. */
#if WEFT_WORD_BITS == 32
#define WEFT_LENGTH "%d"
typedef int weft_told;
#else
#define WEFT_LENGTH "%ld"
typedef long weft_told;
#endif

/* Writes a line. The format knows %s (string), %d (int) and WEFT_LENGTH; what is longer than 200 characters is cut. */
void weft_diagnostic(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same with the values in a list, the name of the MPI function that was called in front, and the error class
 * "MPI_ERR_..." in parentheses at the end; without these two where `function` is null. Compiled to be small: nobody
 * waits for it. */
void weft_diagnostic_error(const char *function, const char *class, const char *format, va_list values)
    __attribute__((cold, format(printf, 3, 0)));

/* Writes a line and ends the run with exit status 1: for what no program can handle. */
_Noreturn void weft_fatal(const char *what);

#endif
