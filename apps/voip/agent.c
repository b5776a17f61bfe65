/* Sources: RFC 3261, sections 8 (user agents), 12 (dialogs), 13 and 15 (INVITE and BYE), 17 (transactions).
 *
 *     caller                                   called
 *     calling ---- INVITE ------------------->
 *             <--------------- 100, 180 ------ ringing
 *             <--------------- 200 ----------- answered
 *     talking ---- ACK ---------------------->  talking
 *             ---- BYE ---------------------->
 *     over    <--------------- 200 -----------  over
 */
#include "agent.h"
#include "rtp.h"
#include <stdio.h>
#include <string.h>

#define T1 500u /* ms; RFC 3261, table 4 */
#define T2 4000u
#define GIVES_UP (64 * T1)
#define RINGS 40u         /* ms until the called end answers */
#define UNANSWERED 60000u /* ms for which the caller lets it ring */
#define REQUEST_TIMEOUT 408u

void agent_begin(struct agent *agent, const char *name, uint8_t host, uint32_t seed)
{
    *agent = (struct agent){.name = name, .host = host, .send = agent->send, .argument = agent->argument};
    agent->own = (struct sdp){host, RTP_PORT, {RTP_MU_LAW, RTP_A_LAW}, 2};
    snprintf(agent->own_tag, AGENT_TAG, "%08lx", (unsigned long)(seed * 2654435761u));
    snprintf(agent->call_id, AGENT_TEXT, "%08lx@10.0.0.%u", (unsigned long)(seed * 2246822519u), host);
    snprintf(agent->own_uri, AGENT_TEXT, "sip:%s@10.0.0.%u", name, host);
}

/* Copies a text that is part of later messages; false if it is too long, or has characters that would end a line. */
static bool keep(char kept[AGENT_TEXT], struct sip_text text)
{
    bool fits = text.length > 0 && text.length < AGENT_TEXT;
    for (uint32_t i = 0; fits && i < text.length; i++) {
        fits = text.at[i] > ' ' && text.at[i] <= '~';
    }
    snprintf(kept, AGENT_TEXT, "%.*s", fits ? (int)text.length : 0, text.at);
    return fits;
}

/* Returns the URI of From, To or Contact. */
static struct sip_text uri_of(struct sip_text value)
{
    const char *const from = value.length > 0 ? memchr(value.at, '<', value.length) : NULL;
    if (from == NULL) {
        const char *const end = value.length > 0 ? memchr(value.at, ';', value.length) : NULL;
        return (struct sip_text){value.at, end == NULL ? value.length : (uint32_t)(end - value.at)};
    }
    const uint32_t rest = value.length - (uint32_t)(from + 1 - value.at);
    const char *const to = memchr(from + 1, '>', rest);
    return (struct sip_text){from + 1, to == NULL ? 0 : (uint32_t)(to - from - 1)};
}

static void resend_from(struct agent *agent, bool response, uint32_t now)
{
    agent->resends_response = response;
    agent->resend = (struct agent_resend){true, T1, now + T1, now + GIVES_UP};
}

static void send(struct agent *agent, const struct sip_writer *message)
{
    if (message->count > 0) {
        agent->send(agent->argument, message->bytes, message->count);
    }
}

/* Sends a request within the dialog, or the one that begins it. ACK has the number of what it acknowledges. */
static void request(struct agent *agent, enum sip_method method, const char *type, const char *body)
{
    struct sip_writer *const writer = &agent->request;
    writer->count = 0;
    writer->is_full = false;
    sip_write(writer, "%s %s SIP/2.0\r\n", sip_methods[method], agent->target);
    sip_write(writer, "Via: SIP/2.0/UDP 10.0.0.%u:%u;branch=%s\r\nMax-Forwards: 70\r\n", agent->host, SIP_PORT,
              agent->branch);
    sip_write(writer, "From: <%s>;tag=%s\r\nTo: <%s>%s%s\r\n", agent->own_uri, agent->own_tag, agent->other_uri,
              agent->other_tag[0] != '\0' ? ";tag=" : "", agent->other_tag);
    sip_write(writer, "Call-ID: %s\r\nCSeq: %lu %s\r\nContact: <%s:%u>\r\n", agent->call_id,
              (unsigned long)agent->number, sip_methods[method], agent->own_uri, SIP_PORT);
    sip_finish(writer, type, body);
    send(agent, writer);
}

/* The mark of a transaction: RFC 3261, 8.1.1.7. */
static void new_branch(struct agent *agent)
{
    snprintf(agent->branch, AGENT_TEXT, "z9hG4bK%s%lu", agent->own_tag, (unsigned long)++agent->branches);
}

void agent_call(struct agent *agent, const char *name, uint8_t host, uint32_t now)
{
    char offer[SDP_BYTES];
    snprintf(agent->other_uri, AGENT_TEXT, "sip:%s@10.0.0.%u", name, host);
    snprintf(agent->target, AGENT_TEXT, "%s", agent->other_uri);
    agent->is_caller = true;
    agent->number++;
    new_branch(agent);
    sdp_write(&agent->own, agent->name, offer);
    request(agent, SIP_INVITE, SDP_TYPE, offer);
    resend_from(agent, false, now);
    agent->state = AGENT_CALLING;
}

void agent_hang_up(struct agent *agent, uint32_t now)
{
    if (agent->state != AGENT_TALKING && agent->state != AGENT_ANSWERED) {
        return;
    }
    agent->number++;
    new_branch(agent);
    request(agent, SIP_BYE, NULL, "");
    resend_from(agent, false, now);
    agent->state = AGENT_HANGING_UP;
}

static void respond(struct agent *agent, const struct sip_message *to, uint32_t status, const char *reason,
                    const char *tag)
{
    struct sip_writer *const writer = &agent->response;
    sip_respond(writer, to, status, reason, tag);
    if (status == 405) {
        sip_write(writer, "Allow: INVITE, ACK, BYE\r\n");
    }
    sip_finish(writer, NULL, "");
    send(agent, writer);
}

/* 180 and 200 to the INVITE that has been kept: they begin the dialog, so that the other end must know the contact. */
static void respond_to_invite(struct agent *agent, uint32_t status, const char *reason, bool has_answer)
{
    char answer[SDP_BYTES];
    struct sip_message invite;
    sip_read(agent->invite, agent->invite_bytes, &invite);
    sip_respond(&agent->response, &invite, status, reason, agent->own_tag);
    sip_write(&agent->response, "Contact: <%s:%u>\r\n", agent->own_uri, SIP_PORT);
    sdp_write(&agent->own, agent->name, answer);
    sip_finish(&agent->response, has_answer ? SDP_TYPE : NULL, has_answer ? answer : "");
    send(agent, &agent->response);
}

/* Chooses the first format of the other end that this end has, too: RFC 3264, section 6. */
static bool agree(struct agent *agent, const struct sip_message *message)
{
    struct sdp *const own = &agent->own;
    struct sdp *const other = &agent->other;
    if (!sip_is(message->content_type, SDP_TYPE) || !sdp_read(message->body, other)) {
        return false;
    }
    for (uint32_t i = 0; i < other->count; i++) {
        if (own->count > 0 && memchr(own->formats, other->formats[i], own->count) != NULL) {
            own->formats[0] = other->formats[i];
            own->count = 1;
            return true;
        }
    }
    return false;
}

static bool keep_dialog(struct agent *agent, const struct sip_message *invite)
{
    return keep(agent->call_id, invite->call_id) && keep(agent->other_tag, invite->from_tag) &&
           keep(agent->other_uri, uri_of(invite->from)) && keep(agent->target, uri_of(invite->contact)) &&
           keep(agent->branch, invite->branch);
}

static void invited(struct agent *agent, const struct sip_message *invite, const char *bytes, uint32_t count,
                    uint32_t now)
{
    const bool is_again = agent->state != AGENT_FREE && !agent->is_caller && sip_is(invite->branch, agent->branch);
    if (is_again) {
        agent->resent++;
        send(agent, &agent->response);
    } else if (agent->state != AGENT_FREE) {
        respond(agent, invite, 486, "Busy Here", agent->own_tag);
    } else if (!agree(agent, invite)) {
        respond(agent, invite, 488, "Not Acceptable Here", agent->own_tag);
    } else if (!keep_dialog(agent, invite)) {
        respond(agent, invite, 400, "Bad Identifier", agent->own_tag);
    } else {
        memcpy(agent->invite, bytes, count);
        agent->invite_bytes = count;
        agent->other_number = invite->number;
        respond(agent, invite, 100, "Trying", NULL);
        respond_to_invite(agent, 180, "Ringing", false);
        agent->answer_at = now + RINGS;
        agent->state = AGENT_RINGING;
    }
}

/* Returns whether the request belongs to the established call: RFC 3261, 12.2.2. */
static bool is_of_dialog(const struct agent *agent, const struct sip_message *message)
{
    return agent->state != AGENT_FREE && sip_same(message->call_id, sip_text(agent->call_id)) &&
           sip_same(message->from_tag, sip_text(agent->other_tag)) &&
           sip_same(message->to_tag, sip_text(agent->own_tag));
}

static void take_request(struct agent *agent, const struct sip_message *message, const char *bytes, uint32_t count,
                         uint32_t now)
{
    if (message->method == SIP_INVITE) {
        invited(agent, message, bytes, count, now);
    } else if (message->method == SIP_OTHER) {
        respond(agent, message, 405, "Method Not Allowed", agent->own_tag);
    } else if (message->method == SIP_ACK) {
        if (agent->state == AGENT_ANSWERED && is_of_dialog(agent, message)) {
            agent->resend.is_on = false;
            agent->state = AGENT_TALKING;
        }
    } else if (!is_of_dialog(agent, message)) {
        respond(agent, message, 481, "Call/Transaction Does Not Exist", agent->own_tag);
    } else {
        respond(agent, message, 200, "OK", NULL);
        agent->resend.is_on = false;
        agent->state = AGENT_OVER;
    }
}

/* Handles a 200. The called end repeats it until it receives ACK, so it may come again. */
static void accepted(struct agent *agent, const struct sip_message *message, uint32_t now)
{
    const bool is_first = agent->state == AGENT_CALLING;
    if (!is_first && (agent->state != AGENT_TALKING || !sip_same(message->to_tag, sip_text(agent->other_tag)))) {
        return;
    }
    if (is_first && !(keep(agent->other_tag, message->to_tag) && keep(agent->target, uri_of(message->contact)))) {
        agent->malformed++;
        return;
    }
    new_branch(agent);
    request(agent, SIP_ACK, NULL, "");
    agent->resend.is_on = false;
    agent->state = AGENT_TALKING;
    if (is_first && !agree(agent, message)) {
        agent->malformed++;
        agent_hang_up(agent, now);
    }
}

/* ACK of a refusal is part of the INVITE's transaction, and has its branch: RFC 3261, 17.1.1.3. */
static void refused(struct agent *agent, const struct sip_message *message)
{
    keep(agent->other_tag, message->to_tag);
    request(agent, SIP_ACK, NULL, "");
    agent->resend.is_on = false;
    agent->status = message->status;
    agent->state = AGENT_OVER;
}

static void take_response(struct agent *agent, const struct sip_message *message, uint32_t now)
{
    const bool is_invite = message->of == SIP_INVITE && agent->is_caller && message->number == 1 &&
                           sip_same(message->call_id, sip_text(agent->call_id));
    if (is_invite && message->status / 100 == 2) {
        accepted(agent, message, now);
    } else if (!sip_is(message->branch, agent->branch) || message->number != agent->number) {
        return;
    } else if (is_invite && agent->state == AGENT_CALLING) {
        if (message->status < 200) {
            agent->resend = (struct agent_resend){true, UNANSWERED, now + UNANSWERED, now + UNANSWERED};
        } else {
            refused(agent, message);
        }
    } else if (message->of == SIP_BYE && agent->state == AGENT_HANGING_UP && message->status >= 200) {
        agent->resend.is_on = false;
        agent->state = AGENT_OVER;
    }
}

/* Answers a malformed request. Responses are not answered, since two ends could answer each other's responses
 * forever. */
static void complain(struct agent *agent, const struct sip_message *message, const char *fault)
{
    agent->malformed++;
    if (message->status == 0 && message->method != SIP_ACK && message->uri.length > 0) {
        const bool is_version = fault == sip_other_version;
        respond(agent, message, is_version ? 505 : 400, fault, agent->own_tag);
    }
}

void agent_receive(struct agent *agent, const char *bytes, uint32_t count, uint32_t now)
{
    struct sip_message message;
    const char *const fault = count > SIP_BYTES ? "Message Too Large" : sip_read(bytes, count, &message);
    if (count > SIP_BYTES) {
        agent->malformed++;
    } else if (fault != NULL) {
        complain(agent, &message, fault);
    } else if (message.status == 0) {
        take_request(agent, &message, bytes, count, now);
    } else {
        take_response(agent, &message, now);
    }
}

static void resend(struct agent *agent, uint32_t now)
{
    struct agent_resend *const resend = &agent->resend;
    if ((int32_t)(now - resend->end) >= 0) {
        resend->is_on = false;
        agent->status = REQUEST_TIMEOUT;
        agent->state = AGENT_OVER;
        return;
    }
    const bool is_capped = agent->state != AGENT_CALLING;
    agent->resent++;
    send(agent, agent->resends_response ? &agent->response : &agent->request);
    resend->interval = is_capped && resend->interval * 2 > T2 ? T2 : resend->interval * 2;
    resend->next = now + resend->interval;
}

void agent_tick(struct agent *agent, uint32_t now)
{
    if (agent->state == AGENT_RINGING && (int32_t)(now - agent->answer_at) >= 0) {
        respond_to_invite(agent, 200, "OK", true);
        resend_from(agent, true, now);
        agent->state = AGENT_ANSWERED;
    }
    const bool is_due = (int32_t)(now - agent->resend.next) >= 0 || (int32_t)(now - agent->resend.end) >= 0;
    if (agent->resend.is_on && is_due) {
        resend(agent, now);
    }
}
