/* Diagnostics of the library: one line on the standard error stream, which begins with "weft: rank N: ". */
#ifndef WEFT_DIAGNOSTIC_H
#define WEFT_DIAGNOSTIC_H

#include <stdarg.h>
#include <weft/label.h>

/* The conversion for the length of a message, and the type of its argument. */
#if WEFT_WORD_BITS == 32
#define WEFT_LENGTH "%d"
typedef int weft_told;
#else
#define WEFT_LENGTH "%ld"
typedef long weft_told;
#endif

/* Writes a line. The format may contain %s (string), %d (int) and WEFT_LENGTH; a line is cut after 200 characters. */
void weft_diagnostic(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same with the values in a list. If `function` is not null, the line begins with the name of the MPI function that
 * was called and ends with the error class, "MPI_ERR_...", in parentheses. Compiled for size: it is not time-critical.
 */
void weft_diagnostic_error(const char *function, const char *class, const char *format, va_list values)
    __attribute__((cold, format(printf, 3, 0)));

/* Writes a line and ends the run with exit status 1: for errors that no program can handle. */
_Noreturn void weft_fatal(const char *what);

#endif
