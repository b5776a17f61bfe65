/* Ranks as threads of one process: for debuggers and checkers that examine one process, such as the thread sanitizer.
 *
 * All ranks then share the static variables of the program; declare them _Thread_local.
 */
#ifndef WEFT_THREADS_H
#define WEFT_THREADS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Runs `program`, which calls MPI_Init and MPI_Finalize as a main function does, in `ranks` threads (1 to 1024) and
 * waits for all of them. Returns 0, or the nonzero value of the lowest rank that returned one, or -1 if a thread could
 * not be started. */
int weft_run_as_threads(int ranks, int (*program)(int argc, char **argv), int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
