/* Measures the bare driver of the DMA controllers of HIBI: round trips, and a stream of packets. Two cores.
 *
 * Measures what L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor",
 * section VII, do, without MCAPI: N words to the other core, which already waits for them, and a word back, the median
 * of 100; and a stream of packets, from the first call of the sender until the receiver has the last. It prints lines
 *
 *     bare round-trip WORDS CYCLES
 *     bare packet BYTES CYCLES           for each packet of the stream
 *     bare throughput BYTES MB/S
 */
#include "../stopwatch.h"
#include "../throughput.h"
#include <weft/core.h>
#include <weft/hibi_dma.h>
#include <weft/report.h>

#define REPETITIONS 100
#define WAIT 400 /* cycles in which the other core comes to wait */
#define MOST 256 /* words of a packet */
#define PACKETS 100
#define CHANNELS 2 /* channels that the stream uses in turn: one is set up while words arrive for the other */

enum { NEAR, FAR };

static uint32_t words[CHANNELS][MOST];
static uint32_t answer;

static uint32_t channel(uint32_t number)
{
    return WEFT_HIBI_DMA_STREAMS + number;
}

static uint32_t address(uint32_t core, uint32_t number)
{
    return weft_hibi_address(core) + 4 * number;
}

static void wait_for(uint32_t number)
{
    while (!weft_hibi_is_received(channel(number))) {
    }
}

/* Returns the cycles of a round trip. The channel of the answer is ready, and so is that of the other core. */
SIDE int32_t round_trip(uint32_t count, counter *cycles)
{
    const uint32_t called = before(cycles);
    weft_hibi_send(words[0], count, address(FAR, 0));
    wait_for(0);
    return (int32_t)(after(cycles) - called - 1);
}

static void measure_round_trip(uint32_t count)
{
    int32_t times[REPETITIONS];
    for (uint32_t i = 0; i < REPETITIONS; i++) {
        weft_hibi_receive(channel(0), &answer, 1, address(NEAR, 0));
        pass(WAIT);
        times[i] = round_trip(count, COUNTER);
        weft_hibi_clear(channel(0));
    }
    sort_times(times, REPETITIONS);
    weft_report_at("bare round-trip #", count, times[REPETITIONS / 2]);
}

static void answer_round_trips(uint32_t count)
{
    for (uint32_t i = 0; i < REPETITIONS; i++) {
        weft_hibi_receive(channel(0), words[0], count, address(FAR, 0));
        wait_for(0);
        weft_hibi_send(&answer, 1, address(NEAR, 0));
        weft_hibi_clear(channel(0));
    }
}

static void expect(uint32_t number, uint32_t count)
{
    weft_hibi_receive(channel(number), words[number], count, address(FAR, number));
}

/* Receives the stream. Channels for the first packets are set up before the sender begins; the receiver then reports
 * when it has the last packet. */
static void receive_stream(uint32_t count)
{
    for (uint32_t number = 0; number < CHANNELS; number++) {
        expect(number, count);
    }
    for (uint32_t packet = 0; packet < PACKETS; packet++) {
        const uint32_t number = packet % CHANNELS;
        wait_for(number);
        weft_hibi_clear(channel(number));
        if (packet + CHANNELS < PACKETS) {
            expect(number, count);
        }
    }
    answer = *COUNTER;
    weft_hibi_send(&answer, 1, address(NEAR, 0));
}

static void send_stream(uint32_t count)
{
    weft_hibi_receive(channel(0), &answer, 1, address(NEAR, 0));
    pass(WAIT);
    const uint32_t called = *COUNTER;
    for (uint32_t packet = 0; packet < PACKETS; packet++) {
        weft_hibi_send(words[0], count, address(FAR, packet % CHANNELS));
    }
    wait_for(0);
    weft_hibi_clear(channel(0));
    tell_packet("bare", 4 * count, (answer - called) / PACKETS);
}

int main(void)
{
    static const uint32_t lengths[] = {1, 2, 4, 8, 16, 32, 64, 128};
    static const uint32_t packets[] = {4, MOST};
    const uint32_t core = weft_core();
    weft_hibi_enable();
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        (core == NEAR ? measure_round_trip : answer_round_trips)(lengths[i]);
    }
    for (unsigned i = 0; i < sizeof packets / sizeof *packets; i++) {
        (core == NEAR ? send_stream : receive_stream)(packets[i]);
    }
    return 0;
}
