/* The job: the shared memory of a launcher and its ranks.
 *
 * The launcher creates an anonymous file (memfd_create), which the ranks inherit. It has no name in a file system, so
 * nothing remains after all processes have ended, however they end. Environment variables tell each rank about the job:
 *
 *      WEFT_RANK, WEFT_SIZE   this rank; the number of ranks, at most WEFT_CORES
 *      WEFT_JOB               the descriptor of the file
 *      WEFT_CPUS              the number of processors that the ranks share
 *      WEFT_LAUNCHER          the process of the launcher
 *      WEFT_MEMORY            a descriptor: the memory of <mp.h>, MP_mread and MP_mwrite
 *      WEFT_COMMON            a descriptor: the shared state of all processes (common.h)
 *      WEFT_REPORTS           a descriptor: takes measured values (figures.c)
 *      WEFT_VERBOSE           if set, the library reports its choices
 *
 * The file begins with `struct weft_job`, which the launcher also reads; the memory of the link follows. A program
 * without a launcher is a job of its own with one rank.
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
    WEFT_JOB_FINISHED, /* after MPI_Finalize */
    WEFT_JOB_ABORTED,  /* ended by itself after a message that says why */
    WEFT_JOB_TASK,     /* a task of <mp.h>, which may end at any time */
};

/* Bits of `asleep`: the rank sleeps for a message; its kernel has no membarrier(), so senders must execute a fence (set
 * whether asleep or awake). */
#define WEFT_JOB_ASLEEP 1u
#define WEFT_JOB_WANTS_FENCE 2u

/* One cache line for each rank. Senders read `asleep` with every message, which is cheap as long as no one writes to
 * the line. */
struct weft_job_rank {
    _Alignas(64) _Atomic uint32_t asleep; /* a futex: the bits above */
    _Atomic uint32_t state;
    _Atomic uint32_t is_node; /* 1: an MCAPI node; 0: an MPI rank */
};

struct weft_job {
    _Alignas(64) _Atomic uint32_t version; /* 0 until the first rank has joined */
    _Alignas(64) struct weft_job_rank ranks[WEFT_CORES];
    _Alignas(64) _Atomic uint32_t arrived;  /* at the barrier */
    _Alignas(64) _Atomic uint32_t barriers; /* number of completed barriers: a futex */
    _Atomic uint32_t sleepers;              /* at the barrier */
};

/* Joins the job. Returns its memory, which all ranks share, with `bytes` after struct weft_job. Ends the run with a
 * message if that fails, or if this rank has already joined, since MPI and <mp.h> each lay out that memory. */
struct weft_job *weft_job_join(size_t bytes);

/* Returns the job, or null if this rank has not joined. */
struct weft_job *weft_job(void);

/* Returns the descriptor that an environment variable contains, or -1. */
int weft_job_descriptor(const char *name);

/* Returns the number of processors that the ranks of the job share. */
uint32_t weft_job_processors(void);

/* Tells the launcher a new state of this rank; that this rank is an MCAPI node. */
void weft_job_enter(enum weft_job_state state);
void weft_job_is_node(void);

/* From now on ranks are threads of this process. Each calls weft_job_take_place() before its program. */
void weft_job_of_threads(void);
void weft_job_take_place(uint32_t rank, uint32_t size);

#endif
