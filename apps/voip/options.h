/* The options of a run of the phone, in words NAME=VALUE. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "codec.h"
#include <stdbool.h>
#include <stdint.h>

/* Which processor codes and decodes: this one, or the DSP, whose completion is detected by an interrupt or by
 * polling. */
enum coding { BY_GPP, BY_INTERRUPT, BY_POLLING };

struct options {
    const char *speech;  /* WAV that is spoken; none: nothing is said */
    const char *play;    /* WAV for what is heard */
    const char *send;    /* capture for the packets that are sent */
    const char *receive; /* capture of the packets that come; none: the own ones, from an echo */
    const struct codec *codec;
    enum coding coding;
    bool internal;       /* memory for blocks */
    uint32_t timer_ms;   /* period of the phone's timer */
    uint32_t network_ms; /* from sending to arrival, at least */
    uint32_t jitter_ms;  /* what may be added to that, at random */
    uint32_t buffer;     /* frames that the jitter buffer holds back */
    uint32_t frames;     /* that are said at most */
    uint32_t work_us;    /* that the DSP takes for a frame, at least */
};

/* Reads the words; false, after an error message on standard error, if one is wrong. */
bool options_read(struct options *options, int count, char **words);

#endif
