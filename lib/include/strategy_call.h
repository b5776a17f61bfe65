/* Calls of DSP functions by a general-purpose processor (GPP): the ten steps of S.-L. Tsao and S.-Y. Lee, "Performance
 * Evaluation of Inter-Processor Communication for an Embedded Heterogeneous Multi-Core Processor", section 2.1.
 *
 * A *stream* is a periodic task of the GPP whose blocks a DSP processes. A call copies a block to memory that both can
 * access (step 1), writes a control message (2) and rings the DSP's mailbox (3). The DSP reads the message (4), runs
 * the function on the block in place (5), writes the result to the same memory (6), resets the message's flag (7) and,
 * if the message requests it, interrupts the GPP (8). The GPP detects completion (9), by the interrupt or by a poll,
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
 * How a stream is served is a struct strategy_choice of <strategy.h>, which may change at any time (strategy_switch):
 * requests are neither lost nor reordered. On a chip whose data memories other cores cannot access, all blocks are in
 * the shared memory. These calls need that memory and interrupts between cores. Only the GPP makes calls. The library
 * disables interrupts where it must, so tasks of a preemptive kernel may each have streams of their own.
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

/* Maximum requests of a stream in flight; a power of two. */
#ifndef WEFT_STRATEGY_DEPTH
#define WEFT_STRATEGY_DEPTH 8
#endif

/* Bytes of external memory reserved for blocks. */
#ifndef WEFT_STRATEGY_EXTERNAL
#define WEFT_STRATEGY_EXTERNAL 0x100000
#endif

/* Further errors. BUSY: no block is free, or requests are in flight. VERSION: the DSP's program was built with another
 * version or other sizes of the library. FUNCTION: the DSP has no function of this number, or its result does not fit
 * into the block. */
#define STRATEGY_ERR_BUSY (-5)
#define STRATEGY_ERR_VERSION (-6)
#define STRATEGY_ERR_FUNCTION (-7)

/* A function of the DSP: reads `bytes` bytes of input in place, writes its result to `output` and returns the result's
 * length in bytes. If it adds STRATEGY_IN_PLACE to that length, the result is where the input was, and the library does
 * not copy it. */
#define STRATEGY_IN_PLACE UINT32_C(0x80000000)
typedef uint32_t strategy_function(const void *input, uint32_t bytes, void *output);

/* What a DSP's program provides. All memory is its own, on word boundaries. */
struct strategy_server {
    strategy_function *const *functions; /* by number, from 0 */
    uint32_t count;
    void *output; /* holds a result until it is copied to the request's block */
    uint32_t output_bytes;
    void *internal; /* for internal blocks, if the GPP provides no memory for them; may be NULL */
    uint32_t internal_bytes;
};

/* Called when the GPP has detected that requests of a stream are done: from the interrupt's handler, or from
 * strategy_poll. */
typedef void strategy_completed(void *argument);

/* Durations of a request's phases, in ticks of the timer (<weft/timer.h>): the phases A to E of figure 2 of the source.
 * The wait for the next poll belongs to none of them. */
struct strategy_times {
    uint32_t copy_in;      /* A: step 1, of all blocks of the request */
    uint32_t request;      /* B: steps 2 and 3 */
    uint32_t dsp;          /* C: steps 4 to 8, including the wait for earlier requests */
    uint32_t wait;         /* from completion to the poll that detects it; 0 if the DSP interrupts */
    uint32_t notification; /* D: step 9; with an interrupt, from the DSP's completion */
    uint32_t copy_out;     /* E: step 10 */
    uint32_t latency;      /* from the call with the request's first block to the end of step 10 */
};

#ifdef __cplusplus
extern "C" {
#endif

/* DSP: serves requests until the GPP disconnects. Returns 0, or STRATEGY_ERR_VERSION. */
int strategy_serve(const struct strategy_server *server);

/* GPP: waits until DSP `dsp`, which runs on core 1 + dsp, serves. Internal blocks are in this core's memory, `bytes`
 * bytes from `internal` on; if `internal` is NULL they are in the DSP's memory, and `bytes` limits how much of it is
 * used (0: all that the DSP offers). Returns 0, STRATEGY_ERR_ARGUMENT or STRATEGY_ERR_VERSION. */
int strategy_connect(unsigned dsp, void *internal, uint32_t bytes);

/* GPP: makes the DSP's strategy_serve return after the requests it has. Returns 0, STRATEGY_ERR_ARGUMENT, or
 * STRATEGY_ERR_BUSY while a stream to this DSP is open. */
int strategy_disconnect(unsigned dsp);

/* Opens a stream whose blocks go to a function of a DSP. Returns its number, or an error. Only the sizes, granularities
 * and number of polling periods of the task are used. The stream begins with the task's first granularity, interrupts
 * and external memory; `completed` may be NULL. */
int strategy_open(unsigned dsp, uint32_t function, const struct strategy_task *task, strategy_completed *completed,
                  void *argument);

/* Closes a stream. Returns 0, STRATEGY_ERR_ARGUMENT, or STRATEGY_ERR_BUSY while blocks are gathered or requests are not
 * completed. */
int strategy_close(int stream);

/* Changes how later requests are served. With internal memory, the number of blocks is `internal_bytes` divided by the
 * size of a request's block, at least one. If other streams still use that memory, requests go through external memory
 * until there is room. Returns 0, or STRATEGY_ERR_ARGUMENT: the task does not offer this granularity or polling, or
 * `internal_bytes` exceeds the DSP's memory. */
int strategy_switch(int stream, const struct strategy_choice *choice);

/* Returns how new requests are served; NULL if there is no such stream. */
const struct strategy_choice *strategy_served(int stream);

/* Steps 1 to 3 with a smallest block. If blocks are merged, the block stays in the request's memory until the last of
 * them has been added. Returns 0, STRATEGY_ERR_ARGUMENT or STRATEGY_ERR_BUSY. */
int strategy_call(int stream, const void *input);

/* Makes a request of the blocks gathered so far, even if they are fewer than the granularity. */
void strategy_flush(int stream);

/* Step 9 by polling: checks for requests that are done. Returns their number. */
unsigned strategy_poll(int stream);

/* Step 10: copies the result of the stream's oldest request if it is known to be done. Returns its length in bytes, 0
 * if there is none, or STRATEGY_ERR_FUNCTION. */
int32_t strategy_complete(int stream, void *output);

/* Returns the number of requests that were made and not completed. */
unsigned strategy_under_way(int stream);

/* Returns the times of the last completed request; NULL if there is no such stream. */
const struct strategy_times *strategy_times(int stream);

#ifdef __cplusplus
}
#endif

#endif
