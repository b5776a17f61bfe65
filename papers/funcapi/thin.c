/* Does our engine make MCAPI's messages slow? MCAPI's calls with their checks, over a transport whose receiver has its
 * buffer ready before the message is sent: no priorities, credits or unexpected messages. Two cores.
 *
 *     thin round-trip WORDS CYCLES
 *     thin stream BYTES MB/S            the stream of copied.c, whose sending core copies each message
 *     thin stream-cycles BYTES CYCLES
 */
#include "../../apps/stopwatch.h"
#include <string.h>
#include <weft/core.h>
#include <weft/hibi_dma.h>
#include <weft/report.h>

#define REPETITIONS 100
#define WAIT 400 /* cycles in which the other core comes to wait */
#define MOST 512 /* words of a packet: 2 KB, as the source has it */
#define MESSAGES 100
#define PRIORITIES 2
#define ENDPOINTS 4

enum { NEAR, FAR };
enum status { DONE, NOT_READY, NO_ENDPOINT, TOO_LONG, NO_PRIORITY, NO_ADDRESS };

struct endpoint {
    bool is_there;
    uint32_t core;
};

static volatile bool is_ready;
static struct endpoint endpoints[ENDPOINTS];
static uint32_t words[MOST], copy[MOST], answer;

static uint32_t channel(void)
{
    return WEFT_HIBI_DMA_STREAMS;
}

/* The checks of a call: the status, DONE if it may go on. */
static enum status check(uint32_t endpoint, const void *buffer, uint32_t bytes)
{
    if (!is_ready) {
        return NOT_READY;
    }
    if (endpoint >= ENDPOINTS || !endpoints[endpoint].is_there) {
        return NO_ENDPOINT;
    }
    if (buffer == NULL) {
        return NO_ADDRESS;
    }
    return bytes > sizeof words ? TOO_LONG : DONE;
}

SIDE void send_message(uint32_t from, uint32_t to, const void *buffer, uint32_t bytes, int priority,
                       enum status *status)
{
    *status = check(from, buffer, bytes);
    if (*status == DONE && (to >= ENDPOINTS || !endpoints[to].is_there)) {
        *status = NO_ENDPOINT;
    }
    if (*status == DONE && (unsigned)priority >= PRIORITIES) {
        *status = NO_PRIORITY;
    }
    if (*status == DONE) {
        weft_hibi_send(buffer, (bytes + 3) / 4, weft_hibi_address(endpoints[to].core));
    }
}

SIDE void receive_message(uint32_t at, void *buffer, uint32_t bytes, uint32_t *received, enum status *status)
{
    *status = check(at, buffer, bytes);
    if (*status != DONE) {
        return;
    }
    weft_hibi_receive(channel(), buffer, bytes / 4, weft_hibi_address(endpoints[at].core));
    while (!weft_hibi_is_received(channel())) {
    }
    weft_hibi_clear(channel());
    *received = bytes;
}

SIDE int32_t round_trip(uint32_t bytes, counter *cycles)
{
    enum status sent, received;
    uint32_t count;
    const uint32_t called = before(cycles);
    send_message(NEAR, FAR, words, bytes, 1, &sent);
    receive_message(NEAR, &answer, 4, &count, &received);
    return (int32_t)(after(cycles) - called - 1);
}

static void measure_round_trip(uint32_t count)
{
    int32_t times[REPETITIONS];
    for (uint32_t i = 0; i < REPETITIONS; i++) {
        pass(WAIT);
        times[i] = round_trip(4 * count, COUNTER);
    }
    sort_times(times, REPETITIONS);
    weft_report_at("thin round-trip #", count, times[REPETITIONS / 2]);
}

static void answer_round_trips(uint32_t count)
{
    enum status status;
    uint32_t received;
    for (uint32_t i = 0; i < REPETITIONS; i++) {
        receive_message(FAR, words, 4 * count, &received, &status);
        send_message(FAR, NEAR, &answer, 4, 1, &status);
    }
}

/* Sends the stream; the receiver answers with the cycle in which it had the last message. */
static void send_stream(uint32_t bytes)
{
    enum status status;
    uint32_t received;
    pass(WAIT);
    const uint32_t begun = *COUNTER;
    for (uint32_t i = 0; i < MESSAGES; i++) {
        weft_hibi_wait_until_sent();
        memcpy(words, copy, bytes);
        send_message(NEAR, FAR, words, bytes, 1, &status);
    }
    receive_message(NEAR, &answer, 4, &received, &status);
    const uint32_t cycles = (answer - begun) / MESSAGES;
    weft_report_at("thin stream-cycles #", bytes, cycles);
    weft_report_at("thin stream #", bytes, (double)bytes * (WEFT_CLOCK_HZ / 1000000u) / cycles);
}

static void receive_stream(uint32_t bytes)
{
    enum status status;
    uint32_t received;
    for (uint32_t i = 0; i < MESSAGES; i++) {
        receive_message(FAR, words, bytes, &received, &status);
    }
    answer = *COUNTER;
    send_message(FAR, NEAR, &answer, 4, 1, &status);
}

int main(void)
{
    static const uint32_t lengths[] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint32_t core = weft_core();
    weft_hibi_enable();
    endpoints[NEAR] = (struct endpoint){true, NEAR};
    endpoints[FAR] = (struct endpoint){true, FAR};
    is_ready = true;
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        (core == NEAR ? measure_round_trip : answer_round_trips)(lengths[i]);
    }
    (core == NEAR ? send_stream : receive_stream)(16);
    (core == NEAR ? send_stream : receive_stream)(1024);
    return 0;
}
