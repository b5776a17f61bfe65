/* The call queue of a DSP (<strategy_call.h>): control messages, the order in which they were requested, the order in
 * which they were done. All of it is in the GPP's data memory: the GPP, whose load counts, reads and writes it at no
 * cost, and the DSP over the bus. Each word has one writer, except a message's flag, which both write in turn.
 */
#ifndef WEFT_STRATEGY_CALL_QUEUE_H
#define WEFT_STRATEGY_CALL_QUEUE_H

#include <strategy_call.h>

#include "strategy/line.h"

#define WEFT_CALL_QUEUE_MESSAGES (WEFT_STRATEGY_TASKS * WEFT_STRATEGY_DEPTH)
_Static_assert((WEFT_CALL_QUEUE_MESSAGES & (WEFT_CALL_QUEUE_MESSAGES - 1)) == 0 &&
                   (WEFT_STRATEGY_DEPTH & (WEFT_STRATEGY_DEPTH - 1)) == 0,
               "WEFT_STRATEGY_TASKS and WEFT_STRATEGY_DEPTH must be powers of two");

/* What both say first: the version of this layout, and the sizes that it was built with. */
#define WEFT_CALL_QUEUE_VERSION (0x43410000u + WEFT_CALL_QUEUE_MESSAGES)

/* The result of a request that the DSP has refused. */
#define WEFT_CALL_REFUSED UINT32_MAX

/* A control message (steps 2 and 7). */
struct weft_message {
    weft_line_word flag; /* set by the GPP when it requests, reset by the DSP when it is done */
    weft_line_word function;
    weft_line_word block; /* where the input lies and the result goes, as the bus sees it */
    weft_line_word bytes; /* of the input */
    weft_line_word room;  /* for the result */
    weft_line_word stream;
    weft_line_word notify; /* whether the DSP is to interrupt */
    weft_line_word result; /* the DSP: its bytes, or WEFT_CALL_REFUSED */
    weft_line_word done;   /* the DSP: when */
};

/* Requests of all streams of a DSP, and those done of which it has told by an interrupt. There are never more than the
 * lists hold. */
struct weft_call_queue {
    weft_line_word requested;                         /* GPP: how many, ever */
    weft_line_word told;                              /* DSP: likewise */
    weft_line_word request[WEFT_CALL_QUEUE_MESSAGES]; /* bus addresses of messages; 0 ends the service */
    weft_line_word stream[WEFT_CALL_QUEUE_MESSAGES];
};

#endif
