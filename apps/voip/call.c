/* Two media gateways set up a call by SIP, talk by RTP with G.711, and tear the call down: rank 0 calls rank 1. The
 * network between them is MPI: a message is an IPv4 packet with UDP, as in a capture file.
 *
 *     weft run --platform davinci -n 2 apps/voip/{call,agent,sip_read,sip_write,sdp,rtp,g711}.c -- frames=10
 *
 * Words: frames=N of 20 ms that each end says; capture=FILE for all packets; lose=N: the network loses every Nth packet
 * of signalling; hang=called: the called end hangs up; accept=none: it has no codec in common. Reports:
 *
 *     set-up                ms from the INVITE to the ACK of the 200
 *     talking               ms from there to the end of the call
 *     agent END             us that its user agent took for the call, without the network; END: caller, called
 *     messages END          of SIP that it sent; resent, of these; malformed, that came
 *     status END            with which the call was refused; 0
 *     heard END             frames
 */
#include "../number.h"
#include "agent.h"
#include "g711.h"
#include "rtp.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/platform.h>
#include <weft/report.h>
#include <weft/timer.h>

#define PACKET_BYTES (UDP_HEADERS + SIP_BYTES)
#define FRAME_SAMPLES 160u
#define FRAME_MS 20u
#define NETWORK_BYTES (8u * (PACKET_BYTES + MPI_BSEND_OVERHEAD))
#define END_TAG 1 /* the end of the network, not a packet */

static struct {
    uint32_t frames, lose;
    const char *capture;
    bool called_hangs_up, accepts_nothing;
} options = {.frames = 10};

static struct {
    int rank;
    struct agent agent;
    FILE *capture;
    uint64_t begun;
    uint32_t signalled, said, heard; /* packets */
    uint64_t agent_ticks, network_ticks;
    uint32_t invited_at, stood_at, over_at;
} end;

static uint64_t network[NETWORK_BYTES / sizeof(uint64_t)];

static uint64_t ticks(void)
{
    return weft_timer_now() - end.begun;
}

static uint32_t now_ms(void)
{
    return (uint32_t)(ticks() / (WEFT_CLOCK_HZ / 1000u));
}

static void note(const uint8_t *packet, uint32_t count)
{
    if (end.capture != NULL) {
        capture_write(end.capture, ticks() / (WEFT_CLOCK_HZ / 1000000u), packet, count);
    }
}

/* Sends a packet. The network accepts it at once, and stores it until the other end receives it. */
static void post(const uint8_t *packet, uint32_t count)
{
    note(packet, count);
    MPI_Bsend(packet, (int)count, MPI_BYTE, 1 - end.rank, 0, MPI_COMM_WORLD);
}

/* The user agent has a message for the other end. */
static void signal(void *argument, const char *bytes, uint32_t count)
{
    (void)argument;
    const uint64_t begun = ticks();
    uint8_t packet[PACKET_BYTES];
    udp_headers(packet, SIP_PORT, (uint8_t)(1 + end.rank), (uint8_t)(2 - end.rank), count);
    memcpy(packet + UDP_HEADERS, bytes, count);
    end.signalled++;
    if (options.lose == 0 || end.signalled % options.lose != 0) {
        post(packet, UDP_HEADERS + count);
    }
    end.network_ticks += ticks() - begun;
}

/* 20 ms of a tone, as G.711 in the payload type that both ends have. */
static void say(void)
{
    struct rtp_packet voice = {.payload_type = end.agent.own.formats[0],
                               .sequence = (uint16_t)end.said,
                               .timestamp = end.said * FRAME_SAMPLES,
                               .source = 1 + (uint32_t)end.rank,
                               .payload_bytes = FRAME_SAMPLES};
    for (uint32_t i = 0; i < FRAME_SAMPLES; i++) {
        const int16_t sample = i % 16 < 8 ? 4000 : -4000; /* 500 Hz */
        voice.payload[i] = voice.payload_type == RTP_MU_LAW ? mu_law_of(sample) : a_law_of(sample);
    }
    uint8_t packet[RTP_PACKET_BYTES];
    end.said++;
    post(packet, rtp_pack(&voice, (uint8_t)(1 + end.rank), end.agent.other.host, packet));
}

static void take(const uint8_t *packet, uint32_t count)
{
    struct rtp_packet voice;
    note(packet, count);
    if (udp_port(packet, count) == SIP_PORT) {
        const uint64_t begun = ticks();
        agent_receive(&end.agent, (const char *)packet + UDP_HEADERS, count - UDP_HEADERS, now_ms());
        end.agent_ticks += ticks() - begun;
    } else if (rtp_unpack(packet, count, &voice) && voice.payload_type == end.agent.own.formats[0]) {
        end.heard++;
    }
}

/* Receives a packet: returns its length and stores its tag; -1 if there is none. */
static int next_packet(uint8_t packet[PACKET_BYTES], int *tag)
{
    MPI_Status status;
    int has_come, count;
    MPI_Iprobe(1 - end.rank, MPI_ANY_TAG, MPI_COMM_WORLD, &has_come, &status);
    if (!has_come) {
        return -1;
    }
    MPI_Recv(packet, (int)PACKET_BYTES, MPI_BYTE, 1 - end.rank, status.MPI_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    *tag = status.MPI_TAG;
    return count;
}

/* Handles a packet, if there is one; false when the other end has left the network. */
static bool listen(void)
{
    uint8_t packet[PACKET_BYTES];
    int tag = 0;
    const int count = next_packet(packet, &tag);
    if (count > 0) {
        take(packet, (uint32_t)count);
    }
    return tag != END_TAG;
}

/* Receives late packets: answers to retransmitted messages arrive after the end of the call. */
static void drain(void)
{
    uint8_t packet[PACKET_BYTES];
    int tag;
    MPI_Barrier(MPI_COMM_WORLD);
    while (next_packet(packet, &tag) >= 0) {
    }
}

static bool hangs_up(void)
{
    return end.agent.state == AGENT_TALKING && end.said == options.frames &&
           options.called_hangs_up == (end.rank == 1) && now_ms() >= end.stood_at + (options.frames + 1) * FRAME_MS;
}

/* Runs the user agent. Its time counts only if it had something to do. */
static void agent_works(void (*work)(struct agent *agent, uint32_t now))
{
    const uint32_t signalled = end.signalled;
    const uint64_t begun = ticks();
    work(&end.agent, now_ms());
    end.agent_ticks += signalled != end.signalled ? ticks() - begun : 0;
}

static void act(void)
{
    agent_works(agent_tick);
    if (end.agent.state != AGENT_TALKING) {
        return;
    }
    end.stood_at = end.stood_at == 0 ? now_ms() : end.stood_at;
    if (end.said < options.frames && now_ms() >= end.stood_at + end.said * FRAME_MS) {
        say();
    }
    if (hangs_up()) {
        agent_works(agent_hang_up);
    }
}

/* Runs a call. An end stays until the call is over for the other end as well, whose last message may have been lost. */
static void talk(void)
{
    bool is_there = true, has_left = false;
    while (is_there || !has_left) {
        is_there = is_there && listen();
        act();
        const bool is_idle = end.agent.state == AGENT_FREE && !is_there;
        if (!has_left && (end.agent.state == AGENT_OVER || is_idle)) {
            const char none = 0;
            has_left = true;
            end.over_at = now_ms();
            MPI_Bsend(&none, 0, MPI_BYTE, 1 - end.rank, END_TAG, MPI_COMM_WORLD);
        }
    }
}

static void tell(void)
{
    const char *const name = end.agent.name;
    if (end.rank == 0 && end.stood_at != 0) {
        weft_report("set-up", end.stood_at - end.invited_at);
        weft_report("talking", end.over_at - end.stood_at);
    }
    weft_report_at("agent #", name, (double)(end.agent_ticks - end.network_ticks) * 1e6 / WEFT_CLOCK_HZ);
    weft_report_at("messages #", name, (unsigned)end.signalled);
    weft_report_at("resent #", name, (unsigned)end.agent.resent);
    weft_report_at("malformed #", name, (unsigned)end.agent.malformed);
    weft_report_at("status #", name, (unsigned)end.agent.status);
    weft_report_at("heard #", name, (unsigned)end.heard);
}

static bool read_word(const char *word)
{
    long number = -1;
    if (strncmp(word, "frames=", 7) == 0 && (number = number_from(word + 7, 1, 1000)) >= 0) {
        options.frames = (uint32_t)number;
    } else if (strncmp(word, "lose=", 5) == 0 && (number = number_from(word + 5, 3, 1000)) >= 0) {
        options.lose = (uint32_t)number;
    } else if (strncmp(word, "capture=", 8) == 0) {
        options.capture = word + 8;
    } else if (strcmp(word, "hang=called") == 0) {
        options.called_hangs_up = true;
    } else if (strcmp(word, "accept=none") == 0) {
        options.accepts_nothing = true;
    } else {
        return false;
    }
    return true;
}

static bool read_words(int count, char **words)
{
    for (int i = 1; i < count; i++) {
        if (!read_word(words[i])) {
            if (end.rank == 0) {
                fprintf(stderr, "%s: words are frames=1..1000, lose=3..1000, capture=FILE, hang=called, accept=none\n",
                        words[i]);
            }
            return false;
        }
    }
    return true;
}

static void begin(void)
{
    static const char *const names[] = {"caller", "called"};
    end.agent.send = signal;
    agent_begin(&end.agent, names[end.rank], (uint8_t)(1 + end.rank), 77u + (uint32_t)end.rank);
    if (options.accepts_nothing && end.rank == 1) {
        end.agent.own.count = 0;
    }
    end.begun = weft_timer_now();
    if (end.rank == 0) {
        const uint64_t begun = ticks();
        end.invited_at = now_ms();
        agent_call(&end.agent, names[1], 2, now_ms());
        end.agent_ticks += ticks() - begun;
    }
}

int main(int count, char **words)
{
    MPI_Init(&count, &words);
    int ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &end.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    bool is_good = ranks == 2 && read_words(count, words);
    if (is_good && end.rank == 0 && options.capture != NULL) {
        end.capture = capture_create(options.capture);
        is_good = end.capture != NULL;
    }
    MPI_Bcast(&is_good, 1, MPI_C_BOOL, 0, MPI_COMM_WORLD);
    MPI_Buffer_attach(network, sizeof network);
    if (is_good) {
        begin();
        talk();
        drain();
        tell();
    }
    if (end.capture != NULL) {
        fclose(end.capture);
    }
    MPI_Finalize();
    return is_good ? 0 : 2;
}
