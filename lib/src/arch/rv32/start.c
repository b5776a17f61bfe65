/* From the first instructions to main: constructors, arguments, and what main returns as the core's exit status. */
#include <stdlib.h>

#include <weft/boot.h>

#include "arch/arch.h"
#include "arguments.h"
#include "semihosting.h"

#define LINE_BYTES 1024
#define ARGUMENTS 64

int main(int argc, char **argv);
_Noreturn void weft_start(void);

/* Constructors, in the order in which the linker script puts them one behind the other. */
extern void (*const __preinit_array_start[])(void);
extern void (*const __init_array_end[])(void);

__attribute__((section(".weft_boot"))) volatile struct weft_boot weft_boot = {
    .magic = WEFT_BOOT_MAGIC, .version = WEFT_BOOT_VERSION, .size = 1, .rank = 0, .core_of_rank = {0}};

static char line[LINE_BYTES];
static char *arguments[ARGUMENTS + 1];
static uint32_t where[2] = {(uint32_t)(uintptr_t)line, LINE_BYTES};

static void construct(void)
{
    for (void (*const *each)(void) = __preinit_array_start; each != __init_array_end; each++) {
        (*each)();
    }
}

/* Asks the host for the command line; one that does not fit ends the program, since half of it would mislead. */
static int read_arguments(void)
{
    static const char complaint[] = "weft: the command line is longer than 1,023 bytes or 64 arguments\n";
    int count = -1;
    if (weft_semihosting(WEFT_SEMIHOSTING_GET_COMMAND_LINE, where) == 0) {
        count = weft_split_arguments(line, arguments, ARGUMENTS);
    }
    if (count < 0) {
        weft_arch_write_error(complaint, sizeof complaint - 1);
        weft_arch_abort(2);
    }
    return count;
}

_Noreturn void weft_start(void)
{
    construct();
    const int count = read_arguments();
    exit(main(count, arguments));
}
