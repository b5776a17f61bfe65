/* Traces of programs on this machine: each rank writes its events to a file, and the launcher merges the files
 * (`weftrun --trace`). Only `weftcc -trace` compiles this in; other programs have no overhead.
 *
 * A file is a sequence of records in the byte order of the machine. */
#ifndef WEFT_TRACE_H
#define WEFT_TRACE_H

#include <stdbool.h>
#include <stdint.h>

enum weft_trace_kind {
    WEFT_TRACE_BEGIN,      /* peer: the rank; value: the address of weft_trace_begin() */
    WEFT_TRACE_NAME,       /* peer: number of a name; value: its length in bytes; the name fills the next records */
    WEFT_TRACE_ENTER,      /* value: the address of a function of the program */
    WEFT_TRACE_LEAVE,      /* the same */
    WEFT_TRACE_MPI_ENTER,  /* peer: the number of a name */
    WEFT_TRACE_MPI_LEAVE,  /* the same */
    WEFT_TRACE_USER_BEGIN, /* peer: the number of a region's name */
    WEFT_TRACE_USER_END,   /* the same */
    WEFT_TRACE_SENT,       /* peer, tag, context; value: bytes */
    WEFT_TRACE_OFFER,      /* the same, unless the next record is WEFT_TRACE_REFUSED */
    WEFT_TRACE_REFUSED,    /* the link has refused the offer */
    WEFT_TRACE_RECEIVED,   /* peer, tag, context; value: bytes still to come */
    WEFT_TRACE_CALL,       /* peer: the own rank in it; context; value: ranks */
    WEFT_TRACE_FINISH,     /* the program has ended */
};

struct weft_trace_record {
    uint64_t time; /* nanoseconds of CLOCK_MONOTONIC */
    uint32_t kind;
    uint32_t peer;
    int32_t tag;
    uint32_t context;
    uint64_t value;
};

/* Does this rank write a trace? */
extern bool weft_trace_is_on;

void weft_trace_event(enum weft_trace_kind kind, uint32_t peer, int32_t tag, uint32_t context, uint64_t value);

/* Records that something with a name begins or ends. `*number` keeps the number of the name, initially 0. */
void weft_trace_named(enum weft_trace_kind kind, const char *name, uint32_t *number);

#define WEFT_TRACE_EVENT(kind, peer, tag, context, value)                                                              \
    do {                                                                                                               \
        if (weft_trace_is_on) {                                                                                        \
            weft_trace_event(kind, (uint32_t)(peer), (int32_t)(tag), (uint32_t)(context), (uint64_t)(value));          \
        }                                                                                                              \
    } while (0)

#define WEFT_TRACE_NAMED(kind, name)                                                                                   \
    do {                                                                                                               \
        static uint32_t weft_trace_number;                                                                             \
        if (weft_trace_is_on) {                                                                                        \
            weft_trace_named(kind, name, &weft_trace_number);                                                          \
        }                                                                                                              \
    } while (0)

/* Records the call of a function of an interface, and its return, whichever return statement it takes. */
#define WEFT_TRACE_CALL_OF(name)                                                                                       \
    static struct weft_trace_call weft_trace_call = {name, 0};                                                         \
    __attribute__((cleanup(weft_trace_return))) struct weft_trace_call *const weft_trace_called =                      \
        weft_trace_enter(&weft_trace_call)

struct weft_trace_call {
    const char *name;
    uint32_t number; /* of the name; initially 0 */
};

static inline struct weft_trace_call *weft_trace_enter(struct weft_trace_call *call)
{
    if (weft_trace_is_on) {
        weft_trace_named(WEFT_TRACE_MPI_ENTER, call->name, &call->number);
    }
    return call;
}

static inline void weft_trace_return(struct weft_trace_call *const *called)
{
    if (weft_trace_is_on) {
        weft_trace_named(WEFT_TRACE_MPI_LEAVE, (*called)->name, &(*called)->number);
    }
}

#endif
