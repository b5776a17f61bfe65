/* The standard streams of a program. The C library for chips defines stderr as an alias of stdout; here it is a stream
 * of its own. The C library defines its three streams in one object file, which is not linked if all three are defined
 * here. */
#include "arch/arch.h"
#include "semihosting.h"

#include <semihost.h>
#include <stdio.h>

/* Replaces the function of the C library, which takes the end of the input for a character. */
static int get_character(FILE *stream)
{
    (void)stream;
    const int32_t character = weft_semihosting(WEFT_SEMIHOSTING_READC, NULL);
    return character < 0 ? _FDEV_EOF : character;
}

static int put_error(char character, FILE *stream)
{
    (void)stream;
    weft_arch_write_error(&character, 1);
    return (unsigned char)character;
}

static FILE console = FDEV_SETUP_STREAM(sys_semihost_putc, get_character, NULL, _FDEV_SETUP_RW);
static FILE errors = FDEV_SETUP_STREAM(put_error, NULL, NULL, _FDEV_SETUP_WRITE);

FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &errors;
