/* Sessions of the media gateway: streams of requests to a DSP, and the tasks of the GPP that make them. */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <strategy_call.h>
#include <weft/platform.h>

/* Two of each kind for each DSP, but at least four. */
#if WEFT_CORES > 3
#define SESSIONS_OF_A_KIND (2 * (WEFT_CORES - 1))
#else
#define SESSIONS_OF_A_KIND 4
#endif
#define SESSIONS_MOST (2 * SESSIONS_OF_A_KIND)

struct session;

/* A kind of session: a request encodes 20 ms of speech, or a stage of a row of macroblocks. */
struct kind {
    const char *name;
    uint32_t period_ticks;
    uint32_t input_bytes, output_bytes;
    /* Makes the next request; false if its input has not returned from the DSP yet. */
    bool (*send)(struct session *session);
    /* Takes the oldest result, if there is one; false if there is none. */
    bool (*take)(struct session *session);
};

/* A buffer that stores results, as far as there is room. */
struct kept {
    uint8_t *data;
    uint32_t bytes, most;
};

/* How a session is served, and its statistics. */
struct session {
    const struct kind *kind;
    unsigned number; /* number within its kind */
    unsigned dsp;
    uint32_t polling_ticks; /* 0: the DSP interrupts */
    bool internal;
    uint32_t blocks; /* of internal memory */
    int stream;
    int listener; /* the task that interrupts wake */
    uint32_t sent, taken, postponed;
    uint64_t longest, sum; /* latencies, in ticks */
    bool is_over;          /* no more requests are made */
    struct kept *kept;     /* NULL: results are not kept */
};

extern const struct kind audio;
extern const struct kind video;

/* Fills the pictures that the video sessions' camera shows. */
void video_show(void);

/* Returns the number of the DSP's function for a session; each session has its own, which has the session's state. */
static inline uint32_t session_function(const struct kind *kind, unsigned number)
{
    return number + (kind == &video ? SESSIONS_OF_A_KIND : 0);
}

/* Returns the number of the function that resets the state of a video session. */
static inline uint32_t session_begin_function(unsigned number)
{
    return number + 2 * SESSIONS_OF_A_KIND;
}

/* Opens the session's stream and adds its tasks to the kernel. Returns NULL, or an error message. */
const char *session_open(struct session *session);
extern const char session_too_many_tasks[];

/* Makes the next request, unless the session is over. */
void session_send(struct session *session);

/* Takes the results that have arrived; session_look() polls for them first. */
void session_take_all(struct session *session);
void session_look(struct session *session);

/* Records the time of the last result, and stores the result if results are stored. */
void session_note(struct session *session, const void *result, uint32_t bytes);

#endif
