/* The requests to the host that the library itself makes: writing to standard error, and the end of the program. */
#include "arch/arch.h"
#include "semihosting.h"

/* Reasons of SYS_EXIT_EXTENDED. The first ends the program of this core; any other stops the machine. */
#define APPLICATION_EXIT 0x20026u
#define RUN_TIME_ERROR 0x20023u

#define MODE_APPEND 8u /* ":tt" opened for appending is the standard error stream */

static _Noreturn void leave(uint32_t reason, int status)
{
    const uint32_t parameter[2] = {reason, (uint32_t)status};
    for (;;) {
        weft_semihosting(WEFT_SEMIHOSTING_EXIT_EXTENDED, parameter);
    }
}

void weft_arch_write_error(const char *text, size_t length)
{
    static const char console[] = ":tt";
    static int32_t handle = -1;
    if (handle < 0) {
        const uint32_t open[3] = {(uint32_t)(uintptr_t)console, MODE_APPEND, sizeof console - 1};
        handle = weft_semihosting(WEFT_SEMIHOSTING_OPEN, open);
    }
    const uint32_t write[3] = {(uint32_t)handle, (uint32_t)(uintptr_t)text, (uint32_t)length};
    weft_semihosting(WEFT_SEMIHOSTING_WRITE, write);
}

_Noreturn void weft_arch_abort(int status)
{
    leave(RUN_TIME_ERROR, status);
}

/* The C library's exit() ends here. */
_Noreturn void _exit(int status);
_Noreturn void _exit(int status)
{
    leave(APPLICATION_EXIT, status);
}
