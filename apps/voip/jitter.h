/* A jitter buffer: packets arrive with varying delay, frames leave at a constant rate. */
#ifndef JITTER_H
#define JITTER_H

#include "rtp.h"

#define JITTER_PACKETS 4u /* frames of 20 ms kept at most */

/* Frames in the order of their timestamps, from the next to be played on. */
struct jitter_buffer {
    uint32_t frame_samples; /* of every packet */
    uint32_t next;          /* timestamp of the next frame to be played */
    uint32_t first;         /* its slot */
    uint32_t wait;          /* frames between the first packet's arrival and its playing */
    bool started;
    struct {
        bool there;
        struct rtp_packet packet;
    } slots[JITTER_PACKETS];
    uint32_t late;    /* packets that arrived too late, or twice */
    uint32_t early;   /* packets that arrived too early for the ring */
    uint32_t missing; /* frames that had not arrived in time */
};

/* An empty buffer that holds the first packet back for `wait` frames, at most JITTER_PACKETS - 1. */
void jitter_begin(struct jitter_buffer *buffer, uint32_t frame_samples, uint32_t wait);

/* Puts a packet that has arrived into the buffer. */
void jitter_put(struct jitter_buffer *buffer, const struct rtp_packet *packet);

/* Returns the packet of the frame that is to be played now; NULL if it has not arrived, or playing has not begun. Call
 * it once for each frame; the packet is valid until the next call. */
const struct rtp_packet *jitter_take(struct jitter_buffer *buffer);

#endif
