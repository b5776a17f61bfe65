/* Sources: RFC 3550, section 5.1 (RTP); RFC 768 (UDP); RFC 791 (IPv4); the capture file is that of libpcap
 * (draft-ietf-opsawg-pcap), with IPv4 packets as they are (link type 101). Numbers of the capture are little-endian,
 * those of the packets big-endian.
 */
#include "rtp.h"
#include <string.h>

#define CAPTURE_MAGIC 0xA1B2C3D4u /* times in microseconds */
#define LINK_RAW 101u
#define SNAP_BYTES 65535u
#define IP_BYTES 20u
#define UDP_BYTES 8u
#define HEADERS (UDP_HEADERS + RTP_HEADER_BYTES)
#define RECORD_BYTES 16u
#define PROTOCOL_UDP 17u
#define MICROSECONDS 1000000u

static void put_little(uint8_t *at, uint32_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static void put_big(uint8_t *at, uint32_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
    }
}

static uint32_t little(const uint8_t *at, uint32_t bytes)
{
    uint32_t value = 0;
    while (bytes > 0) {
        value = value << 8 | at[--bytes];
    }
    return value;
}

static uint32_t big(const uint8_t *at, uint32_t bytes)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < bytes; i++) {
        value = value << 8 | at[i];
    }
    return value;
}

/* The ones' complement sum of the header's halfwords (RFC 791, 3.1). */
static uint16_t checksum(const uint8_t *header)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < IP_BYTES; i += 2) {
        sum += big(header + i, 2);
    }
    sum = (sum & 0xFFFF) + (sum >> 16);
    return (uint16_t) ~(sum + (sum >> 16));
}

void udp_headers(uint8_t *at, uint16_t port, uint8_t from, uint8_t to, uint32_t payload_bytes)
{
    memset(at, 0, UDP_HEADERS);
    at[0] = 0x45; /* version 4, five words */
    put_big(at + 2, UDP_HEADERS + payload_bytes, 2);
    at[8] = 64; /* hops */
    at[9] = PROTOCOL_UDP;
    put_big(at + 12, 0x0A000000u | from, 4);
    put_big(at + 16, 0x0A000000u | to, 4);
    put_big(at + 10, checksum(at), 2);
    uint8_t *udp = at + IP_BYTES;
    put_big(udp, port, 2);
    put_big(udp + 2, port, 2);
    put_big(udp + 4, UDP_BYTES + payload_bytes, 2); /* its checksum may be left out */
}

uint16_t udp_port(const uint8_t *bytes, uint32_t count)
{
    const bool is_whole = count >= UDP_HEADERS && bytes[0] == 0x45 && bytes[9] == PROTOCOL_UDP &&
                          big(bytes + 2, 2) == count && big(bytes + IP_BYTES + 4, 2) == count - IP_BYTES;
    return is_whole ? (uint16_t)big(bytes + IP_BYTES + 2, 2) : 0;
}

/* The headers of a packet: IPv4, UDP, RTP. */
static void headers(uint8_t *at, uint8_t from, uint8_t to, const struct rtp_packet *packet)
{
    udp_headers(at, RTP_PORT, from, to, RTP_HEADER_BYTES + packet->payload_bytes);
    uint8_t *rtp = at + UDP_HEADERS;
    rtp[0] = 0x80; /* version 2 */
    rtp[1] = packet->payload_type;
    put_big(rtp + 2, packet->sequence, 2);
    put_big(rtp + 4, packet->timestamp, 4);
    put_big(rtp + 8, packet->source, 4);
}

uint32_t rtp_pack(const struct rtp_packet *packet, uint8_t from, uint8_t to, uint8_t *bytes)
{
    headers(bytes, from, to, packet);
    memcpy(bytes + HEADERS, packet->payload, packet->payload_bytes);
    return HEADERS + packet->payload_bytes;
}

/* Returns whether the headers are those of an RTP packet of `bytes` bytes over UDP, with nothing between header and
 * payload. */
static bool is_voice(const uint8_t *at, uint32_t bytes)
{
    const uint8_t *rtp = at + IP_BYTES + UDP_BYTES;
    return at[0] == 0x45 && at[9] == PROTOCOL_UDP && big(at + 2, 2) == bytes && rtp[0] == 0x80;
}

bool rtp_unpack(const uint8_t *bytes, uint32_t count, struct rtp_packet *packet)
{
    if (count < HEADERS || count > RTP_PACKET_BYTES || !is_voice(bytes, count)) {
        return false;
    }
    const uint8_t *rtp = bytes + IP_BYTES + UDP_BYTES;
    packet->payload_type = rtp[1] & 0x7F;
    packet->sequence = (uint16_t)big(rtp + 2, 2);
    packet->timestamp = big(rtp + 4, 4);
    packet->source = big(rtp + 8, 4);
    packet->payload_bytes = count - HEADERS;
    memcpy(packet->payload, bytes + HEADERS, packet->payload_bytes);
    return true;
}

FILE *capture_create(const char *path)
{
    FILE *capture = fopen(path, "wb");
    if (capture == NULL) {
        fprintf(stderr, "%s: cannot be written\n", path);
        return NULL;
    }
    uint8_t head[24] = {0};
    put_little(head, CAPTURE_MAGIC, 4);
    put_little(head + 4, 2, 2); /* version 2.4 */
    put_little(head + 6, 4, 2);
    put_little(head + 16, SNAP_BYTES, 4);
    put_little(head + 20, LINK_RAW, 4);
    fwrite(head, 1, sizeof head, capture);
    return capture;
}

bool capture_write(FILE *capture, uint64_t microseconds, const uint8_t *bytes, uint32_t count)
{
    uint8_t record[RECORD_BYTES];
    put_little(record, (uint32_t)(microseconds / MICROSECONDS), 4);
    put_little(record + 4, (uint32_t)(microseconds % MICROSECONDS), 4);
    put_little(record + 8, count, 4);
    put_little(record + 12, count, 4);
    fwrite(record, 1, sizeof record, capture);
    fwrite(bytes, 1, count, capture);
    return ferror(capture) == 0;
}

FILE *capture_open(const char *path)
{
    FILE *capture = fopen(path, "rb");
    if (capture == NULL) {
        fprintf(stderr, "%s: cannot be opened; is the name right?\n", path);
        return NULL;
    }
    uint8_t head[24];
    if (fread(head, 1, sizeof head, capture) != sizeof head || little(head, 4) != CAPTURE_MAGIC ||
        little(head + 20, 4) != LINK_RAW) {
        fprintf(stderr, "%s: is not a capture of IPv4 packets in libpcap's format (microseconds, link type 101)\n",
                path);
        fclose(capture);
        return NULL;
    }
    return capture;
}

int32_t capture_read(FILE *capture, uint64_t *microseconds, uint8_t *bytes)
{
    uint8_t record[RECORD_BYTES];
    const size_t read = fread(record, 1, sizeof record, capture);
    if (read == 0 && feof(capture) != 0) {
        return 0;
    }
    const uint32_t count = little(record + 8, 4);
    if (read != sizeof record || count == 0 || count > RTP_PACKET_BYTES || fread(bytes, 1, count, capture) != count) {
        return -1;
    }
    *microseconds = (uint64_t)little(record, 4) * MICROSECONDS + little(record + 4, 4);
    return (int32_t)count;
}
