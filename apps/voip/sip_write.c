/* Writes messages of SIP. Source: RFC 3261, sections 7.3.1 and 8.2.6.2. */
#include "sip.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sip_write(struct sip_writer *writer, const char *format, ...)
{
    const uint32_t room = writer->is_full ? 0 : SIP_BYTES - writer->count;
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(writer->bytes + writer->count, room, format, values);
    va_end(values);
    writer->is_full = length < 0 || (uint32_t)length >= room;
    writer->count = writer->is_full ? 0 : writer->count + (uint32_t)length;
}

static void repeat(struct sip_writer *writer, const char *name, struct sip_text value, const char *tag)
{
    if (value.length == 0) {
        return;
    }
    sip_write(writer, "%s: %.*s", name, (int)value.length, value.at);
    if (tag != NULL) {
        sip_write(writer, ";tag=%s", tag);
    }
    sip_write(writer, "\r\n");
}

/* Repeats all Via header fields, in their order. */
static void repeat_path(struct sip_writer *writer, struct sip_text headers)
{
    struct sip_text line;
    while (sip_line(&headers, &line, false)) {
        const char *const colon = line.length > 0 ? memchr(line.at, ':', line.length) : NULL;
        const uint32_t name = colon == NULL ? 0 : (uint32_t)(colon - line.at);
        if (sip_is((struct sip_text){line.at, name}, "Via") || sip_is((struct sip_text){line.at, name}, "v")) {
            sip_write(writer, "Via%.*s\r\n", (int)(line.length - name), colon);
        }
    }
}

void sip_respond(struct sip_writer *writer, const struct sip_message *request, uint32_t status, const char *reason,
                 const char *tag)
{
    writer->count = 0;
    writer->is_full = false;
    sip_write(writer, "SIP/2.0 %lu %s\r\n", (unsigned long)status, reason);
    repeat_path(writer, request->headers);
    repeat(writer, "From", request->from, NULL);
    repeat(writer, "To", request->to, request->to_tag.length == 0 ? tag : NULL);
    repeat(writer, "Call-ID", request->call_id, NULL);
    repeat(writer, "CSeq", request->cseq, NULL);
}

void sip_finish(struct sip_writer *writer, const char *type, const char *body)
{
    if (type != NULL) {
        sip_write(writer, "Content-Type: %s\r\n", type);
    }
    sip_write(writer, "Content-Length: %lu\r\n\r\n%s", (unsigned long)strlen(body), body);
}
