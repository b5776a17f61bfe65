/* Ranks as threads of one process: for debuggers and checkers that look at one process, such as the thread sanitizer.
 *
 * The program's own variables with static storage are then shared by all ranks; make them _Thread_local.
 */
#ifndef WEFT_THREADS_H
#define WEFT_THREADS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Runs `program`, which calls MPI_Init and MPI_Finalize as a main function does, in `ranks` threads, 1 to 1024; returns
 * when all have returned: 0, or the first value by rank that is not 0, or -1 if a thread could not be started. */
int weft_run_as_threads(int ranks, int (*program)(int argc, char **argv), int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
