/* Voice in packets: RTP (RFC 3550) over UDP over IPv4, in captures that standard tools read. */
#ifndef RTP_H
#define RTP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define RTP_HEADER_BYTES 12u
#define RTP_PAYLOAD_BYTES 240u /* 30 ms of G.711 */

/* What a payload is (RFC 3551, tables 4 and 5); G.726 has no number of its own, so one of those for agreement. */
enum rtp_payload_type { RTP_MU_LAW = 0, RTP_A_LAW = 8, RTP_G726_32 = 96 };

struct rtp_packet {
    uint8_t payload_type;
    uint16_t sequence;
    uint32_t timestamp; /* of the first sample, in samples */
    uint32_t source;
    uint32_t payload_bytes;
    uint8_t payload[RTP_PAYLOAD_BYTES];
};

/* Begins a capture; NULL if the file cannot be written, which has been said on the standard error stream. */
FILE *capture_create(const char *path);

/* Adds a packet from port 5004 of 10.0.0.`from` to that of 10.0.0.`to`, seen at `microseconds`; false if the file takes
 * no more. */
bool capture_write(FILE *capture, uint64_t microseconds, uint8_t from, uint8_t to, const struct rtp_packet *packet);

/* Opens a capture of such packets; NULL if it is none, which has been said. */
FILE *capture_open(const char *path);

/* The next RTP packet of a capture, and when it was seen: 1, 0 at the end, -1 if the capture is damaged. */
int capture_read(FILE *capture, uint64_t *microseconds, struct rtp_packet *packet);

#endif
