/* Voice in packets: RTP (RFC 3550) over UDP over IPv4, in captures that standard tools read. */
#ifndef RTP_H
#define RTP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define UDP_HEADERS 28u /* of IPv4 and UDP */
#define RTP_PORT 5004u  /* RFC 3551, section 8 */
#define RTP_HEADER_BYTES 12u
#define RTP_PAYLOAD_BYTES 240u /* 30 ms of G.711 */

/* Payload types (RFC 3551, tables 4 and 5). G.726 has no static number, so one of the dynamic ones is used. */
enum rtp_payload_type { RTP_MU_LAW = 0, RTP_A_LAW = 8, RTP_G726_32 = 96 };

struct rtp_packet {
    uint8_t payload_type;
    uint16_t sequence;
    uint32_t timestamp; /* of the first sample, in samples */
    uint32_t source;
    uint32_t payload_bytes;
    uint8_t payload[RTP_PAYLOAD_BYTES];
};

/* Maximum bytes of a packet on the network: headers of IPv4, UDP and RTP, and the payload. */
#define RTP_PACKET_BYTES (40u + RTP_PAYLOAD_BYTES)

/* Writes the headers of a UDP packet from a port of 10.0.0.`from` to the same of 10.0.0.`to`. */
void udp_headers(uint8_t *at, uint16_t port, uint8_t from, uint8_t to, uint32_t payload_bytes);

/* Returns the destination port of a packet; 0 if its bytes are not a complete UDP packet. */
uint16_t udp_port(const uint8_t *bytes, uint32_t count);

/* Writes the bytes of a packet from port 5004 of 10.0.0.`from` to that of 10.0.0.`to`; returns their number, up to
 * RTP_PACKET_BYTES. */
uint32_t rtp_pack(const struct rtp_packet *packet, uint8_t from, uint8_t to, uint8_t *bytes);

/* Parses a packet from `count` bytes of the network; false if they are not RTP with only a payload. */
bool rtp_unpack(const uint8_t *bytes, uint32_t count, struct rtp_packet *packet);

/* Creates a capture; NULL, after an error message on standard error, if the file cannot be written. */
FILE *capture_create(const char *path);

/* Adds a packet's bytes, seen at `microseconds`; false if the file cannot be written. */
bool capture_write(FILE *capture, uint64_t microseconds, const uint8_t *bytes, uint32_t count);

/* Opens a capture of such packets; NULL, after an error message, if it is none. */
FILE *capture_open(const char *path);

/* Reads the next packet, of up to RTP_PACKET_BYTES, and its time. Returns its length, 0 at the end, -1 if the capture
 * is damaged or a packet is longer. */
int32_t capture_read(FILE *capture, uint64_t *microseconds, uint8_t *bytes);

#endif
