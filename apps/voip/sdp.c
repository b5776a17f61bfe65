/* Sources: RFC 8866, section 5; RFC 3264, sections 5 and 6; RFC 3551, table 4. */
#include "sdp.h"
#include <stdio.h>
#include <string.h>

#define NETWORK "IN IP4 10.0.0."

void sdp_write(const struct sdp *sdp, const char *name, char text[SDP_BYTES])
{
    int at = snprintf(text, SDP_BYTES,
                      "v=0\r\no=%s 1 1 " NETWORK "%u\r\ns=-\r\nc=" NETWORK "%u\r\nt=0 0\r\nm=audio %u RTP/AVP", name,
                      sdp->host, sdp->host, sdp->port);
    for (uint32_t i = 0; i < sdp->count; i++) {
        at += snprintf(text + at, SDP_BYTES - (uint32_t)at, " %u", sdp->formats[i]);
    }
    snprintf(text + at, SDP_BYTES - (uint32_t)at, "\r\na=ptime:20\r\n");
}

/* Takes a decimal number off the beginning of the text; false if there is none up to `most`. */
static bool take_number(struct sip_text *text, uint32_t most, uint32_t *value)
{
    uint32_t digits = 0;
    *value = 0;
    while (digits < text->length && text->at[digits] >= '0' && text->at[digits] <= '9' && *value <= most) {
        *value = *value * 10 + (uint32_t)(text->at[digits] - '0');
        digits++;
    }
    text->at += digits;
    text->length -= digits;
    return digits > 0 && *value <= most;
}

static bool take_word(struct sip_text *text, const char *word)
{
    const uint32_t length = (uint32_t)strlen(word);
    if (text->length < length || memcmp(text->at, word, length) != 0) {
        return false;
    }
    text->at += length;
    text->length -= length;
    return true;
}

static bool read_stream(struct sip_text line, struct sdp *sdp)
{
    uint32_t port, format;
    if (!take_number(&line, UINT16_MAX, &port) || !take_word(&line, " RTP/AVP")) {
        return false;
    }
    sdp->port = (uint16_t)port;
    while (take_word(&line, " ") && take_number(&line, 127, &format)) {
        if (sdp->count < SDP_FORMATS) {
            sdp->formats[sdp->count++] = (uint8_t)format;
        }
    }
    return line.length == 0;
}

bool sdp_read(struct sip_text text, struct sdp *sdp)
{
    struct sip_text line;
    uint32_t host = 0;
    bool has_version = false, has_stream = false;
    *sdp = (struct sdp){0};
    while (sip_line(&text, &line, true)) {
        has_version = has_version || sip_is(line, "v=0");
        if (take_word(&line, "c=" NETWORK) && !take_number(&line, 255, &host)) {
            return false;
        }
        if (!has_stream && take_word(&line, "m=audio ")) {
            has_stream = true;
            if (!read_stream(line, sdp)) {
                return false;
            }
        }
    }
    sdp->host = (uint8_t)host;
    return has_version && host != 0 && sdp->port != 0 && sdp->count > 0;
}
