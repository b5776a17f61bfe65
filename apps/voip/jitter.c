/* The buffer is a ring of frames from the next one to be played on; a packet for a frame outside this range is dropped
 * and counted. Loss is not concealed: a missing frame is silence.
 */
#include "jitter.h"

void jitter_begin(struct jitter_buffer *buffer, uint32_t frame_samples, uint32_t wait)
{
    *buffer = (struct jitter_buffer){.frame_samples = frame_samples, .wait = wait};
}

void jitter_put(struct jitter_buffer *buffer, const struct rtp_packet *packet)
{
    if (!buffer->started) {
        buffer->started = true;
        buffer->next = packet->timestamp - buffer->wait * buffer->frame_samples;
    }
    /* Timestamps wrap around: one before `next` appears to be far ahead of it. */
    const uint32_t ahead = (packet->timestamp - buffer->next) / buffer->frame_samples;
    if (ahead >= JITTER_PACKETS) {
        const bool behind = (int32_t)(packet->timestamp - buffer->next) < 0;
        *(behind ? &buffer->late : &buffer->early) += 1;
        return;
    }
    const uint32_t slot = (buffer->first + ahead) % JITTER_PACKETS;
    if (buffer->slots[slot].there) {
        buffer->late++;
        return;
    }
    buffer->slots[slot].there = true;
    buffer->slots[slot].packet = *packet;
}

const struct rtp_packet *jitter_take(struct jitter_buffer *buffer)
{
    if (!buffer->started) {
        return NULL;
    }
    const uint32_t slot = buffer->first;
    const bool there = buffer->slots[slot].there;
    buffer->slots[slot].there = false;
    buffer->first = (slot + 1) % JITTER_PACKETS;
    buffer->next += buffer->frame_samples;
    if (there) {
        return &buffer->slots[slot].packet;
    }
    if (buffer->wait > 0) {
        buffer->wait--;
    } else {
        buffer->missing++;
    }
    return NULL;
}
