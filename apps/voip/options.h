/* What a user says of a run of the phone, in words NAME=VALUE. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "codec.h"
#include <stdbool.h>
#include <stdint.h>

/* Who codes and decodes: this processor, or the DSP, which tells that it is done by an interrupt or is asked. */
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

/* Reads the words; false if one is wrong, which has been said on the standard error stream. */
bool options_read(struct options *options, int count, char **words);

#endif
