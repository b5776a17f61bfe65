/* How this processor (the GPP) talks to its DSPs: for each periodic task the DSP, the number of blocks in a request,
 * interrupt or polling, internal or external memory, chosen again whenever a task starts or stops, so that the GPP has
 * least to do and every deadline is kept. The model is that of S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of
 * Inter-Processor Communication for an Embedded Heterogeneous Multi-Core Processor", section 4, as
 * docs/library/strategy.md derives it; `weft tune` chooses the same on a PC.
 *
 * Nothing is allocated: tasks and their choices lie in memory of fixed size. Times are in nanoseconds, so below 4.29 s;
 * loads in millionths of a processor's time.
 */
#ifndef STRATEGY_H
#define STRATEGY_H

#include <stdbool.h>
#include <stdint.h>

/* The most tasks that run at a time, the most choices of a task that no other choice beats, the most DSPs (programs and
 * library are built with the same, such as -D WEFT_STRATEGY_TASKS=16), and the most granularities and polling periods
 * that a task can offer. */
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

/* What the calls return instead of a result. ARGUMENT: a period or size of 0 or too large, too many granularities,
 * pollings or DSPs, no such task. DEADLINE: no choice of the task meets its deadline with the time that the processors
 * have. FULL: WEFT_STRATEGY_TASKS run already, or more than WEFT_STRATEGY_CHOICES choices matter. IMPOSSIBLE: the
 * running tasks need more internal memory, or more of the DSPs, than there is. */
#define STRATEGY_ERR_ARGUMENT (-1)
#define STRATEGY_ERR_DEADLINE (-2)
#define STRATEGY_ERR_FULL (-3)
#define STRATEGY_ERR_IMPOSSIBLE (-4)

#define STRATEGY_WHOLE 1000000u /* all of a processor's time */

/* What requests cost, and what each DSP has. */
struct strategy_platform {
    uint32_t request_ns;          /* GPP: to begin and complete a request (C_IPC of the source) */
    uint32_t interrupt_ns;        /* GPP: to be told by an interrupt (C_I) */
    uint32_t poll_ns;             /* GPP: to look once (C_P) */
    uint32_t external_ns_per_kib; /* GPP: to copy to or from external memory (1 / R_E) */
    uint32_t internal_ns_per_kib; /* the same of internal memory (1 / R_I) */
    uint32_t dsp_request_ns;      /* DSP: for a request whose function does nothing */
    uint32_t internal_bytes;      /* internal memory for blocks (B_intl), below 256 MiB */
    uint32_t dsp_limit;           /* the part of the DSP's time that requests may take, in millionths */
    uint32_t timer_ns;            /* GPP: for an expiry of its timer that only a poll needs */
    uint32_t dsps;                /* all alike; 1 to WEFT_STRATEGY_DSPS */
};

/* A periodic task. */
struct strategy_task {
    uint32_t period_ns;   /* from one smallest block to the next (PI) */
    uint32_t input_bytes; /* of a smallest block (B^I), and of its result (B^O): below 16 MiB */
    uint32_t output_bytes;
    uint32_t deadline_ns; /* from a block's first datum to its result (D) */
    uint32_t work_ns;     /* DSP: for a smallest block */
    uint8_t granularities;
    uint8_t pollings;
    uint8_t blocks[STRATEGY_MAX_GRANULARITIES]; /* smallest blocks that may be merged into a request */
    uint32_t polling_ns[STRATEGY_MAX_POLLINGS]; /* periods of polls that may be chosen (PP) */
};

/* A way to serve a task, and what it costs. */
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

/* Begins with no tasks on a platform: 0, or STRATEGY_ERR_ARGUMENT. */
int strategy_begin(const struct strategy_platform *platform);

/* A task starts: its number, for the other calls, or an error. The strategies change only with the next
 * strategy_replan. */
int strategy_start(const struct strategy_task *task);

/* A task stops: 0, or STRATEGY_ERR_ARGUMENT. */
int strategy_stop(int task);

/* From now on the task stays on the DSP that the last strategy_replan chose for it, since its function has a past
 * there: only how it is served is chosen. STRATEGY_ERR_ARGUMENT if there is no such task. */
int strategy_keep(int task);

/* Chooses for all tasks that run, exactly the cheapest. Returns the load of the GPP in millionths, more than
 * STRATEGY_WHOLE if it cannot do it, or STRATEGY_ERR_IMPOSSIBLE: then the choices are as before. */
int32_t strategy_replan(void);

/* What the last strategy_replan chose for a task that ran then; NULL if there is no such task. */
const struct strategy_choice *strategy_of(int task);

#ifdef __cplusplus
}
#endif

#endif
