/* Chooses how this processor (the GPP) communicates with its DSPs. For each periodic task it chooses the DSP, the
 * number of blocks merged into a request, interrupt or polling, and internal or external memory. strategy_replan()
 * chooses again after tasks have started or stopped: the choices that give the GPP the least load while every deadline
 * is met. The model is that of S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of Inter-Processor Communication for
 * an Embedded Heterogeneous Multi-Core Processor", section 4, as docs/library/strategy.md derives it; `weft tune`
 * chooses the same on a PC.
 *
 * Nothing is allocated: tasks and their choices are in tables of fixed size. Times are in nanoseconds (32 bits: below
 * 4.29 s), loads in millionths of a processor's time.
 */
#ifndef STRATEGY_H
#define STRATEGY_H

#include <stdbool.h>
#include <stdint.h>

/* Capacities: running tasks; choices kept for a task, those that no other choice beats; DSPs. Build programs and
 * library with the same values, such as -D WEFT_STRATEGY_TASKS=16. The last two bound the granularities and polling
 * periods that a task can offer. */
#ifndef WEFT_STRATEGY_TASKS
#define WEFT_STRATEGY_TASKS 8
#endif
#ifndef WEFT_STRATEGY_CHOICES
#define WEFT_STRATEGY_CHOICES 8
#endif
#ifndef WEFT_STRATEGY_DSPS
#define WEFT_STRATEGY_DSPS 4
#endif
#define STRATEGY_MAX_GRANULARITIES 4
#define STRATEGY_MAX_POLLINGS 5

/* Error codes. ARGUMENT: a period or size is 0 or too large, there are too many granularities, polling periods or DSPs,
 * or there is no such task. DEADLINE: no choice of the task meets its deadline with the time that the processors have.
 * FULL: WEFT_STRATEGY_TASKS tasks are running, or the task has more than WEFT_STRATEGY_CHOICES choices that no other
 * beats. IMPOSSIBLE: the running tasks need more internal memory, or more of the DSPs' time, than there is. */
#define STRATEGY_ERR_ARGUMENT (-1)
#define STRATEGY_ERR_DEADLINE (-2)
#define STRATEGY_ERR_FULL (-3)
#define STRATEGY_ERR_IMPOSSIBLE (-4)

#define STRATEGY_WHOLE 1000000u /* all of a processor's time */

/* Cost of requests, and the resources of each DSP. Symbols in parentheses are those of the source. */
struct strategy_platform {
    uint32_t request_ns;          /* GPP: to begin and complete a request (C_IPC of the source) */
    uint32_t interrupt_ns;        /* GPP: to be notified by an interrupt (C_I) */
    uint32_t poll_ns;             /* GPP: for one poll (C_P) */
    uint32_t external_ns_per_kib; /* GPP: to copy to or from external memory (1 / R_E) */
    uint32_t internal_ns_per_kib; /* the same of internal memory (1 / R_I) */
    uint32_t dsp_request_ns;      /* DSP: for a request whose function does nothing */
    uint32_t internal_bytes;      /* internal memory for blocks (B_intl), below 256 MiB */
    uint32_t dsp_limit;           /* maximum DSP load of requests, in millionths */
    uint32_t timer_ns;            /* GPP: for a timer expiry that serves a poll alone */
    uint32_t dsps;                /* all alike; 1 to WEFT_STRATEGY_DSPS */
};

/* A periodic task. */
struct strategy_task {
    uint32_t period_ns;   /* between smallest blocks (PI) */
    uint32_t input_bytes; /* size of a smallest block (B^I) and of its result (B^O), below 16 MiB */
    uint32_t output_bytes;
    uint32_t deadline_ns; /* from a block's first datum to its result (D) */
    uint32_t work_ns;     /* DSP: for a smallest block */
    uint8_t granularities;
    uint8_t pollings;
    uint8_t blocks[STRATEGY_MAX_GRANULARITIES]; /* numbers of smallest blocks that may be merged into a request */
    uint32_t polling_ns[STRATEGY_MAX_POLLINGS]; /* polling periods that may be chosen (PP) */
};

/* How a task is served, and what that costs. */
struct strategy_choice {
    uint32_t load;           /* GPP, in millionths */
    uint32_t dsp_load;       /* DSP, in millionths */
    uint32_t internal_bytes; /* 0 if the blocks lie in external memory */
    uint8_t blocks;          /* smallest blocks in a request */
    uint8_t polling;         /* 0 if the DSP interrupts, else N for the task's polling_ns[N - 1] */
    bool internal;           /* where the blocks lie */
    uint8_t dsp;             /* the DSP's number, from 0 */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Initializes for a platform, without tasks. Returns 0 or STRATEGY_ERR_ARGUMENT. */
int strategy_begin(const struct strategy_platform *platform);

/* Adds a task. Returns its number for the other calls, or an error. The choices change only at the next
 * strategy_replan. */
int strategy_start(const struct strategy_task *task);

/* Removes a task. Returns 0 or STRATEGY_ERR_ARGUMENT. */
int strategy_stop(int task);

/* Binds the task to the DSP that the last strategy_replan chose, because its function keeps state there; later plans
 * choose only how it is served. Returns 0, or STRATEGY_ERR_ARGUMENT if there is no such task. */
int strategy_keep(int task);

/* Finds the plan of least GPP load for all running tasks (an exact search). Returns that load in millionths, which
 * exceeds STRATEGY_WHOLE if the GPP cannot carry it; or STRATEGY_ERR_IMPOSSIBLE, and the choices stay as they were. */
int32_t strategy_replan(void);

/* Returns what the last strategy_replan chose for a task that was running then; NULL if there is no such task. */
const struct strategy_choice *strategy_of(int task);

#ifdef __cplusplus
}
#endif

#endif
