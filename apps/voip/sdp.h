/* Session descriptions on which two ends of a call agree: SDP (RFC 8866), by offer and answer (RFC 3264). */
#ifndef SDP_H
#define SDP_H

#include "sip.h"

#define SDP_TYPE "application/sdp"
#define SDP_BYTES 256u
#define SDP_FORMATS 8u

/* One stream of voice, 20 ms a packet. */
struct sdp {
    uint8_t host; /* of 10.0.0.0/24 */
    uint16_t port;
    uint8_t formats[SDP_FORMATS]; /* payload types of RTP, in order of preference */
    uint32_t count;
};

void sdp_write(const struct sdp *sdp, const char *name, char text[SDP_BYTES]);

/* Reads a description and its first voice stream, of whose formats the first SDP_FORMATS are used. False if it is none,
 * or has no such stream. */
bool sdp_read(struct sip_text text, struct sdp *sdp);

#endif
