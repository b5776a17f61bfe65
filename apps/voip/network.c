/* A network that delays packets, in the memory of one phone: from a capture, or an echo of what the phone sends. */
#include "network.h"

#define CALLER 1u /* last parts of the addresses */
#define CALLED 2u

bool network_send(struct packets *packets, uint64_t microseconds, const struct rtp_packet *packet)
{
    if (packets->count == PACKETS_MOST) {
        return false;
    }
    struct network_packet *sent = &packets->packet[packets->count];
    sent->microseconds = microseconds;
    sent->count = (uint16_t)rtp_pack(packet, CALLER, CALLED, sent->bytes);
    packets->count++;
    return true;
}

uint64_t network_arrival(const struct network_packet *packet, const struct options *options)
{
    const uint32_t noise = ((uint32_t)packet->microseconds * 2654435761u) >> 16;
    const uint32_t jitter = noise * options->jitter_ms / 64; /* in units of 64 / 65,536 ms */
    return packet->microseconds + 1000u * options->network_ms + jitter * 1000u / 1024u;
}

bool network_read(struct packets *packets, const char *path)
{
    FILE *capture = capture_open(path);
    if (capture == NULL) {
        return false;
    }
    int32_t count = 0;
    for (packets->count = 0; packets->count < PACKETS_MOST; packets->count++) {
        struct network_packet *packet = &packets->packet[packets->count];
        count = capture_read(capture, &packet->microseconds, packet->bytes);
        if (count <= 0) {
            break;
        }
        packet->count = (uint16_t)count;
    }
    fclose(capture);
    if (count < 0) {
        fprintf(stderr, "%s: is damaged, or has packets of more than %u bytes, which are not the phone's\n", path,
                RTP_PACKET_BYTES);
    }
    return count >= 0;
}

bool network_write(const struct packets *packets, const char *path)
{
    FILE *capture = capture_create(path);
    if (capture == NULL) {
        return false;
    }
    bool written = true;
    for (uint32_t i = 0; i < packets->count; i++) {
        const struct network_packet *packet = &packets->packet[i];
        written = written && capture_write(capture, packet->microseconds, packet->bytes, packet->count);
    }
    if (fclose(capture) != 0 || !written) {
        fprintf(stderr, "%s: cannot be written\n", path);
        return false;
    }
    return true;
}
