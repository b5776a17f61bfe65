/* Does a core copy each packet? The stream of apps/hibi/driver.c by the bare driver with one buffer on each side, which
 * a core copies while no words move. Nothing is acknowledged. Two cores. copied_mcapi.c has it by MCAPI.
 *
 *     copied out BYTES MB/S                the sender copies each packet into the buffer that the controller sends
 *     copied in BYTES MB/S                 the receiver copies each packet out of its buffer
 *     copied SIDE-cycles BYTES CYCLES      for each packet
 *
 * The receiver sets up its channel for the next packet when it has copied the last one. The words wait in the wrappers.
 */
#include "../../apps/stopwatch.h"
#include <string.h>
#include <weft/core.h>
#include <weft/hibi_dma.h>
#include <weft/report.h>

#define WAIT 400 /* cycles in which the other core comes to wait */
#define MOST 256 /* words of a packet */
#define PACKETS 100
#define PACKET_CHANNEL WEFT_HIBI_DMA_STREAMS

enum { NEAR, FAR };
enum side { OUT, IN };

static const char *const names[] = {[OUT] = "out", [IN] = "in"};
static uint32_t words[MOST], copy[MOST], end;

static void expect(void *buffer, uint32_t count, uint32_t core)
{
    weft_hibi_receive(PACKET_CHANNEL, buffer, count, weft_hibi_address(core));
}

static void wait_for_words(void)
{
    while (!weft_hibi_is_received(PACKET_CHANNEL)) {
    }
    weft_hibi_clear(PACKET_CHANNEL);
}

/* Sends the stream; the receiver answers with the cycle in which it had the last packet. */
static void send_stream(uint32_t count, enum side copies)
{
    expect(&end, 1, NEAR);
    pass(WAIT);
    const uint32_t begun = *COUNTER;
    for (uint32_t packet = 0; packet < PACKETS; packet++) {
        if (copies == OUT) {
            weft_hibi_wait_until_sent();
            memcpy(words, copy, 4 * count);
        }
        weft_hibi_send(words, count, weft_hibi_address(FAR));
    }
    wait_for_words();
    const uint32_t cycles = (end - begun) / PACKETS;
    weft_report_at2("copied #-cycles #", names[copies], 4 * count, cycles);
    weft_report_at2("copied # #", names[copies], 4 * count, 4.0 * count * (WEFT_CLOCK_HZ / 1000000u) / cycles);
}

static void receive_stream(uint32_t count, enum side copies)
{
    for (uint32_t packet = 0; packet < PACKETS; packet++) {
        expect(words, count, FAR);
        wait_for_words();
        if (copies == IN) {
            memcpy(copy, words, 4 * count);
        }
    }
    end = *COUNTER;
    weft_hibi_send(&end, 1, weft_hibi_address(NEAR));
}

int main(void)
{
    static const uint32_t lengths[] = {4, MOST};
    weft_hibi_enable();
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (enum side side = OUT; side <= IN; side++) {
            (weft_core() == NEAR ? send_stream : receive_stream)(lengths[i], side);
        }
    }
    return 0;
}
