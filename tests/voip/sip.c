/* Messages of SIP and an end of a call: says what does not hold, and ends with 1 if something does not. */
#include "../../apps/voip/agent.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANGES 200000u

static int wrong;

static void check(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "does not hold: %s\n", what);
        wrong = 1;
    }
}

/* What an agent has sent last, and how often it has. */
static char sent[SIP_BYTES + 1];
static unsigned times;

static void keep(void *argument, const char *bytes, uint32_t count)
{
    (void)argument;
    memcpy(sent, bytes, count);
    sent[count] = '\0';
    times++;
}

static struct agent agent;

static void begin(void)
{
    agent.send = keep;
    agent_begin(&agent, "called", 2, 5);
    sent[0] = '\0';
    times = 0;
}

static void receive(const char *text, uint32_t now)
{
    agent_receive(&agent, text, (uint32_t)strlen(text), now);
}

static bool begins(const char *text)
{
    return strncmp(sent, text, strlen(text)) == 0;
}

#define FIELDS                                                                                                         \
    "Via: SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK77\r\nMax-Forwards: 70\r\nFrom: A <sip:a@10.0.0.1>;tag=1\r\n"        \
    "To: <sip:called@10.0.0.2>\r\nCall-ID: x@10.0.0.1\r\n"
#define CONTACT "Contact: <sip:a@10.0.0.1:5060>\r\n"
#define SDP "v=0\r\no=a 1 1 IN IP4 10.0.0.1\r\ns=-\r\nc=IN IP4 10.0.0.1\r\nt=0 0\r\nm=audio 5004 RTP/AVP 18 8 0\r\n"
#define INVITE                                                                                                         \
    "INVITE sip:called@10.0.0.2 SIP/2.0\r\n" FIELDS "CSeq: 9 INVITE\r\n" CONTACT                                       \
    "Content-Type: application/sdp\r\n\r\n" SDP

static void a_message_is_read(void)
{
    /* RFC 3261, 7.3.1: other cases, short names, folding; 20.14: no Content-Length. */
    const char *const text =
        "INVITE sip:b@h SIP/2.0\r\nv: SIP/2.0/UDP h ; branch = z9hG4bKa\r\nFROM:\"a;tag=no\"\r\n "
        "<sip:a@h;tag=no>\t;tag=yes\r\nt: <sip:b@h>\r\ni: c\r\ncseq: 4711   INVITE\r\nm: <sip:a@h>\r\n\r\nbody";
    struct sip_message message;
    check(sip_read(text, (uint32_t)strlen(text), &message) == NULL, "a message in another spelling is read");
    check(sip_is(message.branch, "z9hG4bKa") && sip_is(message.from_tag, "yes"), "with its parameters");
    check(message.number == 4711 && message.of == SIP_INVITE, "and its number");
    check(sip_is(message.body, "body") && message.to_tag.length == 0, "and its body, without what is not there");
}

/* What is wrong with a request is answered by 400 with the reason, or by the response for it. */
static void what_is_wrong_is_answered(void)
{
    static const struct {
        const char *text, *answer;
    } cases[] = {
        {"INVITE sip:b@h SIP/2.0\r\n\r\n", "SIP/2.0 400 Bad Via\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS CONTACT "\r\n", "SIP/2.0 400 Bad CSeq\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS CONTACT "CSeq: 1 BYE\r\n\r\n", "SIP/2.0 400 Bad CSeq\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS CONTACT "CSeq: 2147483648 INVITE\r\n\r\n", "SIP/2.0 400 Bad CSeq\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS "CSeq: 1 INVITE\r\n\r\n", "SIP/2.0 400 Bad Contact\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS CONTACT "CSeq: 1 INVITE\r\n", "SIP/2.0 400 Message Ends Too Early\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS CONTACT "CSeq: 1 INVITE\r\nContent-Length: 5\r\n\r\nbody",
         "SIP/2.0 400 Message Ends Too Early\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS CONTACT "CSeq: 1 INVITE\r\nContent-Length: -1\r\n\r\n",
         "SIP/2.0 400 Bad Content-Length\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS "To: <sip:c@h>\r\n\r\n", "SIP/2.0 400 Header Field Given Twice\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS "no colon\r\n\r\n", "SIP/2.0 400 Bad Header Field\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\nMax-Forwards: 256\r\n\r\n", "SIP/2.0 400 Bad Max-Forwards\r\n"},
        {"INVITE sip:b@h SIP/1.0\r\n\r\n", "SIP/2.0 505 Version Not Supported\r\n"},
        {"INVITE sip:b@h HTTP/1.1\r\n\r\n", "SIP/2.0 400 Bad Request Line\r\n"},
        {"INVITE sip:called@10.0.0.2 SIP/2.0\r\n" FIELDS "CSeq: 9 INVITE\r\nContact: <sip:a\r\n b>\r\n"
         "Content-Type: application/sdp\r\n\r\n" SDP,
         "SIP/2.0 400 Bad Identifier\r\n"},
        {"INVITE sip:b@h SIP/2.0\r\n" FIELDS CONTACT "CSeq: 1 INVITE\r\n\r\n", "SIP/2.0 488 Not Acceptable Here\r\n"},
        {"OPTIONS sip:b@h SIP/2.0\r\n" FIELDS "CSeq: 1 OPTIONS\r\n\r\n", "SIP/2.0 405 Method Not Allowed\r\n"},
        {"BYE sip:b@h SIP/2.0\r\n" FIELDS "CSeq: 1 BYE\r\n\r\n", "SIP/2.0 481 Call/Transaction Does Not Exist\r\n"},
        {"ACK sip:b@h SIP/2.0\r\n" FIELDS "CSeq: 1 ACK\r\n\r\n", ""},
        {"SIP/2.0 200 OK\r\n\r\n", ""},
        {"SIP/2.0 99 Low\r\n\r\n", ""},
        {"\r\n", ""},
        {"", ""},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        receive(cases[i].text, 0);
        const bool is_right = cases[i].answer[0] == '\0' ? times == 0 : begins(cases[i].answer) && times == 1;
        if (!is_right) {
            fprintf(stderr, "to %s: %s\n", cases[i].text, sent);
        }
        check(is_right && agent.state == AGENT_FREE, "what is wrong is answered by what it is");
    }
}

static void a_call_is_taken_and_ended(void)
{
    begin();
    receive(INVITE, 0);
    check(begins("SIP/2.0 180 ") && times == 2 && agent.state == AGENT_RINGING, "it rings");
    receive(INVITE, 10);
    check(begins("SIP/2.0 180 ") && times == 3, "an INVITE that comes again is answered again");
    agent_tick(&agent, 100);
    check(begins("SIP/2.0 200 ") && strstr(sent, "RTP/AVP 8\r\n") != NULL, "it answers with what both have");
    agent_tick(&agent, 599);
    check(times == 4, "it waits for the ACK");
    agent_tick(&agent, 600);
    check(begins("SIP/2.0 200 ") && times == 5, "and says it again");
    char text[SIP_BYTES];
    const char *const in_dialog = "%s sip:called@10.0.0.2:5060 SIP/2.0\r\nVia: SIP/2.0/UDP h;branch=z9hG4bK%s\r\n"
                                  "From: <sip:a@10.0.0.1>;tag=1\r\nTo: <sip:called@10.0.0.2>;tag=%s\r\n"
                                  "Call-ID: x@10.0.0.1\r\nCSeq: %d %s\r\n\r\n";
    snprintf(text, sizeof text, in_dialog, "BYE", "1", "other", 10, "BYE");
    receive(text, 700);
    check(begins("SIP/2.0 481 ") && agent.state == AGENT_ANSWERED, "a BYE of another call ends none");
    snprintf(text, sizeof text, in_dialog, "ACK", "2", agent.own_tag, 9, "ACK");
    receive(text, 700);
    check(agent.state == AGENT_TALKING, "the call stands");
    agent_tick(&agent, 100000);
    check(times == 6, "nothing is said again");
    snprintf(text, sizeof text, in_dialog, "BYE", "3", agent.own_tag, 10, "BYE");
    receive(text, 100001);
    check(begins("SIP/2.0 200 ") && agent.state == AGENT_OVER, "the call is over");
    receive(text, 100002);
    check(begins("SIP/2.0 200 ") && times == 8, "a BYE that comes again is answered again");
}

static void an_end_gives_up(void)
{
    begin();
    agent_call(&agent, "none", 9, 0);
    unsigned ticks = 0;
    for (; agent.state == AGENT_CALLING && ticks < 100000; ticks++) {
        agent_tick(&agent, ticks);
    }
    check(ticks == 32001 && times == 7 && agent.status == 408, "an INVITE is sent seven times in 32 s");
    begin();
    receive(INVITE, 0);
    agent_tick(&agent, 50);
    for (ticks = 51; agent.state == AGENT_ANSWERED && ticks < 100000; ticks++) {
        agent_tick(&agent, ticks);
    }
    check(ticks == 32051 && times == 13, "a 200 is sent eleven times in 32 s");
}

/* Whatever comes, in whatever state: nothing is read or written where it may not be (the sanitizers see it). */
static void anything_may_come(void)
{
    static const char *const texts[] = {INVITE, "SIP/2.0 200 OK\r\n" FIELDS "CSeq: 1 INVITE\r\n" CONTACT "\r\n" SDP,
                                        "BYE sip:b@h SIP/2.0\r\n" FIELDS "CSeq: 2 BYE\r\n\r\n"};
    srand(1);
    begin();
    for (unsigned i = 0; i < CHANGES; i++) {
        const char *const text = texts[rand() % 3];
        const uint32_t length = (uint32_t)strlen(text);
        const uint32_t count = rand() % 4 == 0 ? (uint32_t)rand() % (length + 1) : length;
        char *const bytes = malloc(count + 1);
        memcpy(bytes, text, count);
        for (int changes = rand() % 4; changes > 0 && count > 0; changes--) {
            bytes[(uint32_t)rand() % count] = (char)(rand() % 3 == 0 ? rand() : "\r\n:;<> 09"[rand() % 9]);
        }
        if (rand() % 50 == 0) {
            begin();
            if (rand() % 2 == 0) {
                agent_call(&agent, "b", 1, i);
            }
        }
        agent_receive(&agent, bytes, count, i);
        agent_tick(&agent, i);
        free(bytes);
    }
}

int main(void)
{
    a_message_is_read();
    what_is_wrong_is_answered();
    a_call_is_taken_and_ended();
    an_end_gives_up();
    anything_may_come();
    return wrong;
}
