/* Two experiments on why rows of table 4 and of the throughput are out of their ranges. Two cores.
 *
 *     thin round-trip WORDS CYCLES      MCAPI's calls with their checks, over a transport whose receiver has its buffer
 *                                       ready before the message is sent: no priorities, credits or unexpected messages
 *     acknowledged BYTES MB/S           a stream in which each packet is copied by the receiving core, and then
 *                                       acknowledged by a word, before the next one is sent
 */
#include "../../apps/stopwatch.h"
#include <string.h>
#include <weft/core.h>
#include <weft/hibi_dma.h>
#include <weft/report.h>

#define REPETITIONS 100
#define WAIT 400 /* cycles in which the other core comes to wait */
#define MOST 512 /* words of a packet: 2 KB, as the source has it */
#define PACKETS 100
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

static void expect(void *buffer, uint32_t count, uint32_t core)
{
    weft_hibi_receive(channel(), buffer, count, weft_hibi_address(core));
}

static void wait(void)
{
    while (!weft_hibi_is_received(channel())) {
    }
    weft_hibi_clear(channel());
}

/* By the bare driver. */
static void send_stream(uint32_t count)
{
    pass(WAIT);
    const uint32_t begun = *COUNTER;
    for (uint32_t i = 0; i < PACKETS; i++) {
        expect(&answer, 1, NEAR);
        weft_hibi_send(words, count, weft_hibi_address(FAR));
        wait();
    }
    const uint32_t cycles = (*COUNTER - begun) / PACKETS;
    weft_report_at("acknowledged #", 4 * count, 4.0 * count * (WEFT_CLOCK_HZ / 1000000u) / cycles);
}

static void receive_stream(uint32_t count)
{
    expect(words, count, FAR);
    for (uint32_t i = 0; i < PACKETS; i++) {
        wait();
        memcpy(copy, words, 4 * count);
        if (i + 1 < PACKETS) {
            expect(words, count, FAR);
        }
        weft_hibi_send(&answer, 1, weft_hibi_address(NEAR));
    }
}

int main(void)
{
    static const uint32_t lengths[] = {1, 2, 4, 8, 16, 32, 64, 128};
    static const uint32_t packets[] = {4, 256};
    const uint32_t core = weft_core();
    weft_hibi_enable();
    endpoints[NEAR] = (struct endpoint){true, NEAR};
    endpoints[FAR] = (struct endpoint){true, FAR};
    is_ready = true;
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        (core == NEAR ? measure_round_trip : answer_round_trips)(lengths[i]);
    }
    for (unsigned i = 0; i < sizeof packets / sizeof *packets; i++) {
        (core == NEAR ? send_stream : receive_stream)(packets[i]);
    }
    return 0;
}
