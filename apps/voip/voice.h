/* A call: speech is captured and sent in packets, packets are received and played, 20 ms at a time.
 *
 * All of it is driven by the phone's timer. With a DSP, a frame is coded or decoded by a call of the DSP, whose result
 * is taken when the DSP interrupts, or when the timer makes the phone poll.
 */
#ifndef VOICE_H
#define VOICE_H

#include "jitter.h"
#include "network.h"
#include "options.h"
#include <strategy_call.h>
#include <weft/kernel.h>

#define TAIL_FRAMES 12u /* after the last that is said: until it has been heard */
#define HEARD_MOST (FRAMES_MOST + TAIL_FRAMES)

enum direction { CODING, DECODING, DIRECTIONS };

/* Statistics of a call. */
struct told {
    uint64_t longest;     /* call of the DSP, in ticks */
    uint64_t least_delay; /* of a packet: from the end of its frame to the network, in ticks */
    uint64_t most_delay;
    uint32_t lost;                            /* frames that no block was free for, or a DSP's error */
    struct weft_kernel_load at_begin, at_end; /* of the time in which both directions are busy */
};

struct voice {
    const struct options *options;
    int streams[DIRECTIONS];
    struct jitter_buffer buffer;
    struct packets sent, from_elsewhere;
    const struct packets *coming; /* one of these */
    uint32_t next_coming;
    uint32_t frames;                       /* to be said */
    uint32_t said, packed, clock;          /* frames: captured, sent, gone by */
    uint32_t to_play[WEFT_STRATEGY_DEPTH]; /* places in `heard` of what is being decoded */
    uint32_t decoding, decoded;
    uint64_t begun; /* the timer's time */
    int16_t speech[FRAMES_MOST * FRAME_SAMPLES];
    int16_t heard[HEARD_MOST * FRAME_SAMPLES];
    struct told told;
};

/* Begins the call. */
void voice_begin(struct voice *voice);

/* Does the work that is due; call it whenever the timer expires. Returns true when all has been said and heard. */
bool voice_tick(struct voice *voice);

/* Takes the results of the DSP. */
void voice_collect(struct voice *voice);

#endif
