/* Thread management by single-word messages, which the message-passing ASIP paper leaves to the designer (section 3.3).
 *
 * Every core is a thread that exists from the start. A core that calls weft_threads_serve() runs the functions that
 * other cores start on it, one after the other, and sleeps in between:
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
 * Starting, ending and stopping take a message each. All cores run the same program, so a function has the same address
 * on all. These functions receive all words that interrupt (tokens 0x00 to 0x3f), so a program that uses them must not
 * send such words itself.
 */
#ifndef WEFT_THREADS_H
#define WEFT_THREADS_H

#include <stdint.h>

/* The function of a thread; `starter` is the number of the core that has started it. */
typedef void weft_thread(uint32_t starter);

/* Makes core `node` call `function` as soon as it serves. */
void weft_thread_start(uint32_t node, weft_thread *function);

/* Sleeps until the function that this core has started on `node` returns; call it once for each start. Threads that are
 * started on this core meanwhile run. */
void weft_thread_join(uint32_t node);

/* Runs the functions that other cores start here, until one of them calls weft_thread_stop(). */
void weft_threads_serve(void);

/* Ends weft_threads_serve() on core `node`, after the functions started there before. */
void weft_thread_stop(uint32_t node);

#endif
