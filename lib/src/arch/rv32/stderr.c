/* The program's standard error stream. The C library for chips has it as another name of standard output; the linker
 * puts this one in its place (--wrap), in programs that use it. */
#include "arch/arch.h"

#include <stdio.h>

static int put(char character, FILE *stream)
{
    (void)stream;
    weft_arch_write_error(&character, 1);
    return (unsigned char)character;
}

static FILE stream = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);

extern FILE *const __wrap_stderr;
FILE *const __wrap_stderr = &stream;
