/* random.c with ranks as threads: compiled with `-Dmain=random_program`.
 *
 *     threads RANKS SEED STEPS LONGEST
 */
#include <stdlib.h>

#include <weft/threads.h>

int random_program(int argc, char **argv);

int main(int argc, char **argv)
{
    return argc < 2 ? 2 : weft_run_as_threads(atoi(argv[1]), random_program, argc - 1, argv + 1);
}
