/* The program's standard streams. The C library for chips has its standard error stream as another name of standard
 * output; here it is one of its own. The C library's three stand in one object, which is left out when all are here.
 */
#include "arch/arch.h"

#include <semihost.h>
#include <stdio.h>

static int put_error(char character, FILE *stream)
{
    (void)stream;
    weft_arch_write_error(&character, 1);
    return (unsigned char)character;
}

static FILE console = FDEV_SETUP_STREAM(sys_semihost_putc, sys_semihost_getc, NULL, _FDEV_SETUP_RW);
static FILE errors = FDEV_SETUP_STREAM(put_error, NULL, NULL, _FDEV_SETUP_WRITE);

FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &errors;
