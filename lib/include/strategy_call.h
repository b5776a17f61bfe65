/* Calls of DSP functions by a general-purpose processor (GPP): the ten steps of S.-L. Tsao and S.-Y. Lee, "Performance
 * Evaluation of Inter-Processor Communication for an Embedded Heterogeneous Multi-Core Processor", section 2.1.
 *
 * A *stream* is a periodic task of the GPP that has a DSP work on its blocks. A call copies a block to memory that both
 * reach (step 1), writes a control message (2) and rings the DSP's mailbox (3). The DSP reads the message (4), runs the
 * function on the block where it lies (5), puts the result into the same memory (6), resets the message's flag (7) and,
 * if it is asked to, interrupts the GPP (8). The GPP notes that the request is done (9), by the interrupt or by a poll,
 * and copies the result (10).
 *
 *     DSP d, on core 1 + d:
 *         static strategy_function *const functions[] = {encode};
 *         const struct strategy_server server = {functions, 1, ...};
 *         strategy_serve(&server);
 *
 *     GPP, on core 0:
 *         strategy_connect(0, NULL, 0);
 *         voice = strategy_open(0, 0, &task, NULL, NULL);
 *         ...
 *         strategy_poll(voice);       every 20 ms
 *         if (strategy_complete(voice, packet) > 0) ...
 *         strategy_call(voice, samples);
 *
 * How a stream is served, a struct strategy_choice of <strategy.h>, may change at any time (strategy_switch): requests
 * are neither lost nor reordered. Where the data memories of a chip are reached by no other core, all blocks lie in its
 * shared memory; a chip without one, or without interrupts between cores, has none of this. All calls are the GPP's
 * own; the library guards itself against its interrupts, so that tasks of a preemptive kernel may each have streams of
 * their own.
 */
#ifndef STRATEGY_CALL_H
#define STRATEGY_CALL_H

#include <stdint.h>
#include <strategy.h>
#include <weft/strategy_platform.h>

#if WEFT_STRATEGY_CALLS
#elif WEFT_CORES < 2
#error                                                                                                                 \
    "<strategy_call.h> needs a second core for the DSP, and this platform has one: choose one such as davinci, or host"
#elif !defined WEFT_SHARED_BASE
#error                                                                                                                 \
    "<strategy_call.h> needs a memory that all cores reach, and this platform has none: choose one such as davinci or asip8, or host"
#else
#error                                                                                                                 \
    "<strategy_call.h> needs an interrupt that one core can raise at another, and this platform has none: choose one such as davinci or asip8, or host"
#endif

/* Requests of a stream that are under way at most, a power of two. */
#ifndef WEFT_STRATEGY_DEPTH
#define WEFT_STRATEGY_DEPTH 8
#endif

/* External memory that is set aside for blocks, in bytes. */
#ifndef WEFT_STRATEGY_EXTERNAL
#define WEFT_STRATEGY_EXTERNAL 0x100000
#endif

/* Further errors. BUSY: no block is free, or requests are still under way. VERSION: the DSP's program was built with
 * another version or other sizes of the library. FUNCTION: the DSP has no function of this number, or its result has no
 * room in the block. */
#define STRATEGY_ERR_BUSY (-5)
#define STRATEGY_ERR_VERSION (-6)
#define STRATEGY_ERR_FUNCTION (-7)

/* What a DSP computes: reads `bytes` of input where they lie, writes its result to `output` and returns its length in
 * bytes. With STRATEGY_IN_PLACE added, the result lies where the input was, and is not copied. */
#define STRATEGY_IN_PLACE UINT32_C(0x80000000)
typedef uint32_t strategy_function(const void *input, uint32_t bytes, void *output);

/* What a DSP brings. All memory is its own, on word boundaries. */
struct strategy_server {
    strategy_function *const *functions; /* by number, from 0 */
    uint32_t count;
    void *output; /* a result lies here until it goes to the request's block */
    uint32_t output_bytes;
    void *internal; /* for blocks, if the GPP has no memory for them; may be NULL */
    uint32_t internal_bytes;
};

/* Called when the GPP has noted that requests of a stream are done: from the interrupt's handler, or from a poll. */
typedef void strategy_completed(void *argument);

/* Where the time of a request went, in ticks of the timer (<weft/timer.h>): the phases of figure 2 of the source. The
 * wait, for the next poll, is in none of them. */
struct strategy_times {
    uint32_t copy_in;      /* A: step 1, of all blocks of the request */
    uint32_t request;      /* B: steps 2 and 3 */
    uint32_t dsp;          /* C: steps 4 to 8, with what the request waited for others */
    uint32_t wait;         /* from done to the poll that sees it; 0 if the DSP interrupts */
    uint32_t notification; /* D: step 9; by an interrupt, from the moment in which the DSP was done */
    uint32_t copy_out;     /* E: step 10 */
    uint32_t latency;      /* from the call that made the request to the end of step 9 */
};

#ifdef __cplusplus
extern "C" {
#endif

/* DSP: serves requests until the GPP disconnects. Returns 0, or STRATEGY_ERR_VERSION. */
int strategy_serve(const struct strategy_server *server);

/* GPP: waits for DSP `dsp`, which runs on core 1 + dsp, to serve. Internal blocks lie in this core's memory from
 * `internal` on, `bytes` long; if it is NULL, in the DSP's, of which `bytes` limits how much is used (0: all that it
 * offers). Returns 0, STRATEGY_ERR_ARGUMENT or STRATEGY_ERR_VERSION. */
int strategy_connect(unsigned dsp, void *internal, uint32_t bytes);

/* GPP: the DSP's strategy_serve returns once it has done what was requested. 0, or STRATEGY_ERR_BUSY while a stream is
 * open there. */
int strategy_disconnect(unsigned dsp);

/* Opens a stream whose blocks go to a function of a DSP: its number, or an error. Of the task, sizes and granularities
 * matter here. The first strategy is its first granularity, interrupts, external memory; `completed` may be NULL. */
int strategy_open(unsigned dsp, uint32_t function, const struct strategy_task *task, strategy_completed *completed,
                  void *argument);

/* Closes it: 0, or STRATEGY_ERR_BUSY while blocks of it are gathered or requests not completed. */
int strategy_close(int stream);

/* How later requests are served. `internal_bytes` of an internal choice says how many blocks there are: divided by the
 * block's size, at least one. Memory that others still hold is waited for: meanwhile requests go through external
 * memory. Returns 0, or STRATEGY_ERR_ARGUMENT: a granularity or polling that the task does not offer, or more than
 * there is. */
int strategy_switch(int stream, const struct strategy_choice *choice);

/* How the last request was served; NULL if there is no such stream. */
const struct strategy_choice *strategy_served(int stream);

/* Steps 1 to 3 with a smallest block. If blocks are merged it waits in its memory until the last of them is there.
 * Returns 0, or STRATEGY_ERR_BUSY. */
int strategy_call(int stream, const void *input);

/* Requests what is gathered, though it be fewer blocks than are to be merged. */
void strategy_flush(int stream);

/* Step 9 without interrupts: looks whether requests are done; how many were. */
unsigned strategy_poll(int stream);

/* Step 10: copies the result of the stream's oldest request, if that has been noted as done. Its length in bytes, 0 if
 * there is none, or STRATEGY_ERR_FUNCTION. */
int32_t strategy_complete(int stream, void *output);

/* Requests that have been made and not completed. */
unsigned strategy_under_way(int stream);

/* Where the time of the last completed request went; NULL if there is no such stream. */
const struct strategy_times *strategy_times(int stream);

#ifdef __cplusplus
}
#endif

#endif
