/* Packets on the network: those that a phone has sent, and those that it will receive. */
#ifndef NETWORK_H
#define NETWORK_H

#include "options.h"
#include "rtp.h"

#define PACKETS_MOST FRAMES_MOST

struct network_packet {
    uint64_t microseconds; /* when it is on the network */
    uint16_t count;
    uint8_t bytes[RTP_PACKET_BYTES];
};

struct packets {
    uint32_t count;
    struct network_packet packet[PACKETS_MOST];
};

/* Puts a packet on the network; false if there were PACKETS_MOST. */
bool network_send(struct packets *packets, uint64_t microseconds, const struct rtp_packet *packet);

/* Returns the time at which a packet arrives: after the network's delay and its jitter, which depends only on the
 * packet. */
uint64_t network_arrival(const struct network_packet *packet, const struct options *options);

/* Reads a capture, or writes one; false, after an error message on standard error, if that is not possible. Only the
 * first PACKETS_MOST are read. */
bool network_read(struct packets *packets, const char *path);
bool network_write(const struct packets *packets, const char *path);

#endif
