/* SIP messages (RFC 3261) that set up and tear down a call: INVITE, ACK, BYE and their responses. */
#ifndef SIP_H
#define SIP_H

#include <stdbool.h>
#include <stdint.h>

#define SIP_PORT 5060u
#define SIP_BYTES 1300u /* RFC 3261, 18.1.1: longer messages do not go over UDP */

/* Characters within a message. */
struct sip_text {
    const char *at;
    uint32_t length;
};

enum sip_method { SIP_INVITE, SIP_ACK, SIP_BYE, SIP_OTHER };
extern const char *const sip_methods[SIP_OTHER];

/* The parts of a message, which point into its bytes; missing ones are empty. */
struct sip_message {
    uint32_t status; /* of a response; 0 for a request */
    enum sip_method method;
    struct sip_text uri; /* of a request */
    struct sip_text via, from, to, call_id, cseq, contact, content_type;
    struct sip_text branch, from_tag, to_tag;
    uint32_t number; /* of CSeq */
    enum sip_method of;
    struct sip_text headers; /* all header fields, for those that a response repeats */
    struct sip_text body;
};

/* Parses a message. Returns NULL, or the error as the reason of a response; the parts before the error are then valid.
 * The message is not modified, and no bytes beyond `count` are read. */
const char *sip_read(const char *bytes, uint32_t count, struct sip_message *message);

/* The reason of a message of another version than 2.0, as sip_read returns it. */
extern const char sip_other_version[];

bool sip_same(struct sip_text one, struct sip_text other);
struct sip_text sip_text(const char *text);

/* Returns whether the text equals the word, ignoring case. */
bool sip_is(struct sip_text text, const char *word);

/* Takes the next line of `rest`, without its line end; false after the last. Folded header fields (RFC 3261, 7.3.1) are
 * one line, unless `is_body`. */
bool sip_line(struct sip_text *rest, struct sip_text *line, bool is_body);

/* A message that is being written. If it becomes too long, it is empty. */
struct sip_writer {
    char bytes[SIP_BYTES];
    uint32_t count;
    bool is_full;
};

void sip_write(struct sip_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Begins a response to a request with what it repeats (RFC 3261, 8.2.6.2). `tag` is added to a To that has none, unless
 * it is NULL. */
void sip_respond(struct sip_writer *writer, const struct sip_message *request, uint32_t status, const char *reason,
                 const char *tag);

/* Ends a message: its body and the header fields about it. `type` may be NULL for a message without. */
void sip_finish(struct sip_writer *writer, const char *type, const char *body);

#endif
