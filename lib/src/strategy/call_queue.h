/* The call queue of a DSP (<strategy_call.h>): control messages, the list of requests, and the list of completions. All
 * of it is in the GPP's data memory, so that the GPP, whose load is to be minimal, accesses it without the bus, and the
 * DSP over the bus. Where other cores cannot access a data memory, it is in the shared memory. Each word has one
 * writer, except a message's flag, which both write in turn.
 *
 *     GPP                                               DSP
 *     message: function, block, bytes, ..., flag = 1
 *     request[requested++] = address of the message
 *     ring  ----------------------------------------->  reads the list and the message, runs the function
 *                                                       message: result, done, flag = 0
 *                                                       if notify: stream[told++] = stream
 *     polls the flag, or reads the list  <------------  if notify: interrupt
 */
#ifndef WEFT_STRATEGY_CALL_QUEUE_H
#define WEFT_STRATEGY_CALL_QUEUE_H

#include <strategy_call.h>

#include "strategy/line.h"

#define WEFT_CALL_QUEUE_MESSAGES (WEFT_STRATEGY_TASKS * WEFT_STRATEGY_DEPTH)
_Static_assert((WEFT_CALL_QUEUE_MESSAGES & (WEFT_CALL_QUEUE_MESSAGES - 1)) == 0 &&
                   (WEFT_STRATEGY_DEPTH & (WEFT_STRATEGY_DEPTH - 1)) == 0,
               "WEFT_STRATEGY_TASKS and WEFT_STRATEGY_DEPTH must be powers of two");

/* The first word in each direction: the version of this layout, and its sizes. */
#define WEFT_CALL_QUEUE_VERSION (0x43410000u + WEFT_CALL_QUEUE_MESSAGES)

/* The result of a request that the DSP has refused. */
#define WEFT_CALL_REFUSED UINT32_MAX

/* A control message (steps 2 and 7). */
struct weft_message {
    weft_line_word flag; /* set by the GPP at the request, reset by the DSP at completion */
    weft_line_word function;
    weft_line_word block; /* bus address of the input and the result */
    weft_line_word bytes; /* length of the input in bytes */
    weft_line_word room;  /* bytes available for the result */
    weft_line_word stream;
    weft_line_word notify; /* whether the DSP interrupts the GPP at completion */
    weft_line_word result; /* set by the DSP: length in bytes, or WEFT_CALL_REFUSED */
    weft_line_word done;   /* set by the DSP: time of completion */
};

/* Lists, as ring buffers: the requests of all streams of a DSP, and those completions of which the DSP tells by an
 * interrupt. They cannot overflow: there are never more requests than entries. */
struct weft_call_queue {
    weft_line_word requested;                         /* written by the GPP: number of requests so far */
    weft_line_word told;                              /* written by the DSP: number of such completions so far */
    weft_line_word request[WEFT_CALL_QUEUE_MESSAGES]; /* bus addresses of messages; 0 ends the service */
    weft_line_word stream[WEFT_CALL_QUEUE_MESSAGES];
};

#endif
