/* GPP and DSPs as threads of one process, for sanitizers, which look at one: calls.c, 2 ranks or more.
 *
 *     threads STEPS RANKS
 */
#define main program
#include "calls.c"
#undef main
#include <weft/threads.h>

static char name[] = "threads", first_seed[] = "1";

int main(int argc, char **argv)
{
    char *words[] = {name, first_seed, argv[1], NULL};
    return argc == 3 ? weft_run_as_threads(atoi(argv[2]), program, 3, words) : 2;
}
