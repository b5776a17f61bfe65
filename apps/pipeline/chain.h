/* A chain of equal tasks, `stage` in its task graph: the first reads blocks of samples from the memory tile, each does
 * its share of the work on a block and passes it on, the last writes the results. With one task, that task does all of
 * this.
 *
 * In memory, at INPUT_AT and OUTPUT_AT: the length in bytes as a word, then the samples, a word each. */
#ifndef PIPELINE_CHAIN_H
#define PIPELINE_CHAIN_H

#include "../must.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define LENGTH_BYTES 4

static inline unsigned chain_position(void)
{
    return (unsigned)(MP_task() - TASK_STAGE0);
}

static inline bool chain_is_first(void)
{
    return chain_position() == 0;
}

static inline bool chain_is_last(void)
{
    return chain_position() == TASKS_STAGE - 1;
}

/* Attribute of the function that does the work: gives it the same code and alignment for any number of tasks. A loop
 * that begins inside a word would cost each iteration a cycle. */
#define CHAIN_WORK __attribute__((noinline, aligned(16), optimize("align-loops=16")))

/* Returns this task's share of the work. The compiler must not know the share, so that it generates the same code for a
 * single task, which does everything, as for each of many. */
static inline unsigned chain_share(unsigned work)
{
    const unsigned before = work * chain_position() / TASKS_STAGE;
    unsigned share = work * (chain_position() + 1) / TASKS_STAGE - before;
    __asm__("" : "+r"(share));
    return share;
}

static inline void chain_receive(void *block, unsigned bytes)
{
    must(MP_receive(MP_task() - 1, bytes, block), "MP_receive");
}

/* Sends a block, which must not change until the next one has been sent. */
static inline void chain_send(const void *block, unsigned bytes)
{
    must(MP_send(MP_task() + 1, bytes, block), "MP_send");
}

/* Reads `count` samples, beginning with sample `from`. */
static inline void chain_read(int32_t *samples, unsigned from, unsigned count)
{
    must(MP_mread(samples, 4 * count, INPUT_AT + LENGTH_BYTES + 4 * from), "MP_mread");
}

/* Writes samples, which must not change until the next ones have been written. */
static inline void chain_write(const int32_t *samples, unsigned from, unsigned count)
{
    must(MP_mwrite(samples, 4 * count, OUTPUT_AT + LENGTH_BYTES + 4 * from), "MP_mwrite");
}

/* Returns whether the input has `wanted` samples: the first task checks, and every other receives the result from the
 * task before it. */
static inline bool chain_begin(uint32_t wanted)
{
    static uint32_t there;
    if (chain_is_first()) {
        must(MP_mread(&there, sizeof there, INPUT_AT), "MP_mread");
        there /= 4;
        if (there < wanted) {
            fprintf(stderr, "the input has %u samples, fewer than the %u of the task graph\n", (unsigned)there,
                    (unsigned)wanted);
        }
    } else {
        chain_receive(&there, sizeof there);
    }
    if (!chain_is_last()) {
        chain_send(&there, sizeof there);
        MP_sent();
    }
    return there >= wanted;
}

/* The last task writes the length of the output. */
static inline void chain_end(uint32_t samples)
{
    const uint32_t bytes = 4 * samples;
    if (chain_is_last()) {
        must(MP_mwrite(&bytes, sizeof bytes, OUTPUT_AT), "MP_mwrite");
    }
    MP_sent();
}

#endif
