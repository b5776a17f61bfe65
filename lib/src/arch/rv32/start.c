/* From the first instructions to main: constructors and arguments. The result of main becomes the exit status of the
 * core. */
#include <stdbool.h>
#include <stdlib.h>

#include <weft/boot.h>
#include <weft/platform.h>

#include "arch/arch.h"
#include "arch/small.h"
#include "arguments.h"
#include "semihosting.h"

#define LINE_BYTES 1024
/* A chip with a small memory has no room for code that only saves time at start-up. */
#if WEFT_SMALL || (defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < 0x10000)
#define IS_SMALL 1
#else
#define IS_SMALL 0
#endif
#define ARGUMENTS 64

int main(int argc, char **argv);
_Noreturn void weft_start(void);

/* Constructors: the linker script places the arrays one after the other, in the order of execution. */
extern void (*const __preinit_array_start[])(void);
extern void (*const __init_array_end[])(void);

__attribute__((section(".weft_boot"))) volatile struct weft_boot weft_boot = {
    .magic = WEFT_BOOT_MAGIC, .version = WEFT_BOOT_VERSION, .size = 1, .rank = 0, .core_of_rank = {0}};

static char line[LINE_BYTES + 3]; /* is_plain_word() reads up to three bytes beyond the end */
static char *arguments[ARGUMENTS + 1];
static uint32_t where[2] = {(uint32_t)(uintptr_t)line, LINE_BYTES};

static void construct(void)
{
    for (void (*const *each)(void) = __preinit_array_start; each != __init_array_end; each++) {
        (*each)();
    }
}

/* Blank, double quote and NUL are all at most '"', so that one comparison excludes them. */
static inline bool is_plain(unsigned character)
{
    return character > '"' && character != '\\';
}

/* Is the line one word without blanks, quotes and backslashes? Usually it is: the name of the program alone. Every core
 * executes this before main, so four characters are loaded before the first is compared: no comparison then waits for
 * its load. */
static inline bool is_plain_word(const char *text)
{
    const char *from = text;
    while (true) {
        unsigned first = (unsigned char)from[0];
        unsigned second = (unsigned char)from[1];
        unsigned third = (unsigned char)from[2];
        unsigned fourth = (unsigned char)from[3];
        __asm__("" : "+r"(first), "+r"(second), "+r"(third), "+r"(fourth));
        if (!is_plain(first)) {
            return first == '\0' && from != text;
        }
        if (!is_plain(second)) {
            return second == '\0';
        }
        if (!is_plain(third)) {
            return third == '\0';
        }
        if (!is_plain(fourth)) {
            return fourth == '\0';
        }
        from += 4;
    }
}

static inline int cut_line(void)
{
    if (!IS_SMALL && is_plain_word(line)) {
        arguments[0] = line;
        return 1;
    }
    return weft_split_arguments(line, arguments, ARGUMENTS);
}

/* Gets the command line from the host. If it is too long, the program ends, since a truncated command line would be
 * misleading. */
static inline int read_arguments(void)
{
    static const char complaint[] = "weft: the command line is longer than 1,023 bytes or 64 arguments\n";
    const int count = weft_semihosting(WEFT_SEMIHOSTING_GET_COMMAND_LINE, where) == 0 ? cut_line() : -1;
    if (count < 0) {
        weft_arch_write_error(complaint, sizeof complaint - 1);
        weft_arch_abort(2);
    }
    return count;
}

_Noreturn void weft_start(void)
{
    if (WEFT_SMALL || &__preinit_array_start[0] != &__init_array_end[0]) {
        construct();
    }
    const int count = read_arguments();
    exit(main(count, arguments));
}
