/* Sessions of the media gateway: streams of requests to a DSP, and the tasks of the GPP that make them. */
#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <strategy_call.h>
#include <weft/platform.h>

/* Two of a kind for each DSP, and four at least. */
#if WEFT_CORES > 3
#define SESSIONS_OF_A_KIND (2 * (WEFT_CORES - 1))
#else
#define SESSIONS_OF_A_KIND 4
#endif
#define SESSIONS_MOST (2 * SESSIONS_OF_A_KIND)

struct session;

/* What is encoded: 20 ms of speech in a request, or a stage of a row of macroblocks. */
struct kind {
    const char *name;
    uint32_t period_ticks;
    uint32_t input_bytes, output_bytes;
    /* The next request; false if what it is made of has not come back yet. */
    bool (*send)(struct session *session);
    /* Takes the oldest result, if there is one; false if there is none. */
    bool (*take)(struct session *session);
};

/* Where results are kept, as far as there is room. */
struct kept {
    uint8_t *data;
    uint32_t bytes, most;
};

/* How a session is served, and what came of it. */
struct session {
    const struct kind *kind;
    unsigned number; /* among its kind */
    unsigned dsp;
    uint32_t polling_ticks; /* 0: the DSP interrupts */
    bool internal;
    uint32_t blocks; /* of internal memory */
    int stream;
    int listener; /* the task that interrupts wake */
    uint32_t sent, taken, postponed;
    uint64_t longest, sum; /* latencies, in ticks */
    bool is_over;          /* nothing more is to be sent */
    struct kept *kept;     /* NULL: results are not kept */
};

extern const struct kind audio;
extern const struct kind video;

/* Fills the camera of the video sessions. */
void video_show(void);

/* The numbers of the DSP's functions: each session has its own, since a function knows its session's past. */
static inline uint32_t session_function(const struct kind *kind, unsigned number)
{
    return number + (kind == &video ? SESSIONS_OF_A_KIND : 0);
}

/* The function that forgets the past of a session of video. */
static inline uint32_t session_begin_function(unsigned number)
{
    return number + 2 * SESSIONS_OF_A_KIND;
}

/* Opens the session's stream and adds its tasks to the kernel: NULL, or why that is not possible. */
const char *session_open(struct session *session);
extern const char session_too_many_tasks[];

/* Makes the next request, unless the session is over. */
void session_send(struct session *session);

/* Takes the results that have come; the second looks for them first, if no interrupt tells. */
void session_take_all(struct session *session);
void session_look(struct session *session);

/* Notes the time of the result that was taken last, and keeps the result if results are kept. */
void session_note(struct session *session, const void *result, uint32_t bytes);

#endif
