/* One line on the standard error stream; see diagnostic.h. It does not use stdio, which would be larger than the
 * library. */
#include "arch/diagnostic.h"

#include <stddef.h>
#include <stdint.h>

#include <weft/context.h>

#include "arch/arch.h"

#define LINE_BYTES 200u

struct line {
    char text[LINE_BYTES];
    uint32_t length;
};

__attribute__((noinline)) static void add_character(struct line *line, char character)
{
    if (line->length < LINE_BYTES - 1) {
        line->text[line->length++] = character;
    }
}

static void add_string(struct line *line, const char *string)
{
    while (*string != '\0') {
        add_character(line, *string++);
    }
}

static void add_digits(struct line *line, weft_length number)
{
    if (number >= 10u) {
        add_digits(line, number / 10u);
    }
    add_character(line, (char)('0' + number % 10u));
}

__attribute__((noinline)) static void add_number(struct line *line, int number)
{
    if (number < 0) {
        add_character(line, '-');
    }
    add_digits(line, number < 0 ? 0u - (uint32_t)number : (uint32_t)number);
}

__attribute__((format(printf, 2, 0))) static void add_formatted(struct line *line, const char *format, va_list values)
{
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            add_character(line, *format);
        } else if (*++format == 's') {
            add_string(line, va_arg(values, const char *));
        } else if (sizeof(weft_told) > sizeof(int) && *format == 'l') {
            add_digits(line, (weft_length)va_arg(values, weft_told));
            format++;
        } else {
            add_number(line, va_arg(values, int));
        }
    }
}

/* Begins a line with the rank that writes it. */
static void begin(struct line *line)
{
    line->length = 0;
    add_string(line, "weft: rank ");
    add_number(line, (int)weft_self()->rank);
    add_string(line, ": ");
}

__attribute__((noinline)) static void finish(struct line *line)
{
    line->text[line->length++] = '\n';
    weft_arch_write_error(line->text, line->length);
}

void weft_diagnostic_error(const char *function, const char *class, const char *format, va_list values)
{
    struct line line;
    begin(&line);
    if (function) {
        add_string(&line, function);
        add_string(&line, ": ");
    }
    add_formatted(&line, format, values);
    if (function) {
        add_string(&line, " (MPI_ERR_");
        add_string(&line, class);
        add_character(&line, ')');
    }
    finish(&line);
}

void weft_diagnostic(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    weft_diagnostic_error(NULL, NULL, format, values);
    va_end(values);
}

_Noreturn void weft_fatal(const char *what)
{
    struct line line;
    begin(&line);
    add_string(&line, what);
    finish(&line);
    weft_arch_abort(1);
}
