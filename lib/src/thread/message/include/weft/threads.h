/* Thread management by single-word messages: what the message-passing ASIP paper leaves to a designer (section 3.3).
 *
 * Every core is a thread that exists from the start. One that calls weft_threads_serve() does what others start on it,
 * one function after the other, and sleeps in between:
 *
 *     static void work(uint32_t starter) { ... }
 *     ...
 *     if (weft_read_mnode() != 0)
 *         return weft_threads_serve(), 0;
 *     weft_thread_start(1, work);
 *     ...
 *     weft_thread_join(1);
 *     weft_thread_stop(1);
 *
 * Starting, ending and stopping are a message each. All cores have the same program, so that a function has the same
 * address everywhere. The words that interrupt (tokens 0x00 to 0x3f) are taken by these functions: a program that uses
 * them sends none itself.
 */
#ifndef WEFT_THREADS_H
#define WEFT_THREADS_H

#include <stdint.h>

/* What a thread does; `starter` is the core that has started it. */
typedef void weft_thread(uint32_t starter);

/* Has `function` called on core `node`, once that serves. */
void weft_thread_start(uint32_t node, weft_thread *function);

/* Sleeps until the function that this core has started on `node` returns: each start is joined once. A thread that is
 * started on this core meanwhile runs. */
void weft_thread_join(uint32_t node);

/* Runs what other cores start here, until one of them stops it. */
void weft_threads_serve(void);

/* Ends weft_threads_serve() on core `node`, when what was started there before is done. */
void weft_thread_stop(uint32_t node);

#endif
