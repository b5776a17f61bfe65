/* The job: what a launcher and its ranks share.
 *
 * The launcher makes a file without name (memfd_create) and lets the ranks inherit it: nothing in a file system, so
 * nothing is left behind when all have ended, however they end. It says by environment variables who each is:
 *
 *     WEFT_RANK, WEFT_SIZE   this rank and the number of ranks, at most WEFT_CORES
 *     WEFT_JOB               the number of the file's descriptor
 *     WEFT_CPUS              on how many processors the ranks run together
 *     WEFT_LAUNCHER          the launcher's process
 *     WEFT_MEMORY            the number of another descriptor: the memory of <mp.h>, MP_mread and MP_mwrite
 *     WEFT_COMMON            the number of the descriptor of what processes have in common (common.h)
 *     WEFT_REPORTS           the number of the descriptor that takes figures (figures.c)
 *     WEFT_VERBOSE           if it is there, the library tells what it chooses
 *
 * The file begins with `struct weft_job`, which the launcher also reads; the link's memory follows. A program that
 * nobody launched is a job of its own, with one rank.
 */
#ifndef WEFT_JOB_H
#define WEFT_JOB_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_JOB_VERSION 2u /* of this layout and of the link's; ranks of different versions do not join */

enum weft_job_state {
    WEFT_JOB_OUTSIDE,  /* not in MPI yet */
    WEFT_JOB_INSIDE,   /* between MPI_Init and MPI_Finalize */
    WEFT_JOB_FINISHED, /* behind MPI_Finalize */
    WEFT_JOB_ABORTED,  /* ended by itself, and has said why */
    WEFT_JOB_TASK,     /* a task of <mp.h>: it may end whenever it likes */
};

/* Of a rank that sleeps for a message; of one whose kernel has no membarrier(), asleep or awake. */
#define WEFT_JOB_ASLEEP 1u
#define WEFT_JOB_WANTS_FENCE 2u

/* One line for each rank: others look at `asleep` with every message they send it, and that costs nothing as long as
 * nobody writes to the line. */
struct weft_job_rank {
    _Alignas(64) _Atomic uint32_t asleep; /* a futex: the sum of the two numbers above that hold */
    _Atomic uint32_t state;
    _Atomic uint32_t is_node; /* 1: of MCAPI, otherwise a rank of MPI */
};

struct weft_job {
    _Alignas(64) _Atomic uint32_t version; /* 0 until the first rank has come */
    _Alignas(64) struct weft_job_rank ranks[WEFT_CORES];
    _Alignas(64) _Atomic uint32_t arrived;  /* at the barrier */
    _Alignas(64) _Atomic uint32_t barriers; /* that are over: a futex */
    _Atomic uint32_t sleepers;              /* at the barrier */
};

/* Joins the job with `bytes` of memory behind the job's own part; the same memory for all ranks. Ends the run with a
 * message if that cannot be, or if this rank has joined already: MPI and <mp.h> each lay out that memory. */
struct weft_job *weft_job_join(size_t bytes);

/* The job once it is joined, otherwise null. */
struct weft_job *weft_job(void);

/* The descriptor that an environment variable tells, or -1. */
int weft_job_descriptor(const char *name);

/* Processors that the job's ranks share. */
uint32_t weft_job_processors(void);

/* Tells the launcher of a new state; that it is that of a node of MCAPI. */
void weft_job_enter(enum weft_job_state state);
void weft_job_is_node(void);

/* From now on ranks are threads of this process; each calls weft_job_take_place() before its program. */
void weft_job_of_threads(void);
void weft_job_take_place(uint32_t rank, uint32_t size);

#endif
