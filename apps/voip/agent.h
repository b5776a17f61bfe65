/* An end of a call: a user agent of SIP (RFC 3261) that calls or is called, without a proxy between the two. Its inputs
 * are messages and the time in milliseconds; it passes messages to be sent to a callback. */
#ifndef AGENT_H
#define AGENT_H

#include "sdp.h"

enum agent_state {
    AGENT_FREE,
    AGENT_CALLING,    /* INVITE has been sent, and no final response received */
    AGENT_RINGING,    /* INVITE has been received */
    AGENT_ANSWERED,   /* 200 has been sent, and no ACK received */
    AGENT_TALKING,    /* both ends know that the call is established */
    AGENT_HANGING_UP, /* BYE has been sent, and no final response received */
    AGENT_OVER,
};

/* A message that is sent again until it is answered: RFC 3261, 17.1.1.2, 17.1.2.2 and 13.3.1.4. */
struct agent_resend {
    bool is_on;
    uint32_t interval, next, end; /* ms */
};

#define AGENT_TEXT 64u
#define AGENT_TAG 12u

struct agent {
    const char *name;
    uint8_t host; /* of 10.0.0.0/24 */
    enum agent_state state;
    void (*send)(void *argument, const char *bytes, uint32_t count);
    void *argument;
    struct sdp own, other; /* what is offered or answered, and what the other end says */
    uint32_t status;       /* with which the call was refused; 408 if no answer came; 0 */
    uint32_t malformed;    /* messages */
    uint32_t resent;

    /* Of the dialog (RFC 3261, 12). */
    char call_id[AGENT_TEXT], own_tag[AGENT_TAG], other_tag[AGENT_TEXT];
    char own_uri[AGENT_TEXT], other_uri[AGENT_TEXT], target[AGENT_TEXT];
    uint32_t number, other_number; /* of CSeq */
    uint32_t branches;
    char branch[AGENT_TEXT]; /* of the request that is to be answered */
    bool is_caller;

    struct sip_writer request, response; /* the last ones */
    struct agent_resend resend;
    bool resends_response;
    char invite[SIP_BYTES]; /* as it came */
    uint32_t invite_bytes;
    uint32_t answer_at;
};

/* `seed` makes tags and branches differ between ends and calls. */
void agent_begin(struct agent *agent, const char *name, uint8_t host, uint32_t seed);

/* Calls `name` at 10.0.0.`host`. */
void agent_call(struct agent *agent, const char *name, uint8_t host, uint32_t now);

/* Ends the established call. */
void agent_hang_up(struct agent *agent, uint32_t now);

/* Handles a message that has been received. */
void agent_receive(struct agent *agent, const char *bytes, uint32_t count, uint32_t now);

/* Does the work that is due; call it regularly. */
void agent_tick(struct agent *agent, uint32_t now);

#endif
