/* Does the source's sender wait for its receiver? The stream of apps/hibi/driver.c by the bare driver, in which the
 * sender waits after each packet until the receiving core has acknowledged it by a word. Two cores.
 *
 *     acknowledged copied BYTES MB/S        each packet is copied by the receiving core before it is acknowledged
 *     acknowledged uncopied BYTES MB/S      it is not copied
 */
#include "../../apps/stopwatch.h"
#include <string.h>
#include <weft/core.h>
#include <weft/hibi_dma.h>
#include <weft/report.h>

#define WAIT 400 /* cycles in which the other core comes to wait */
#define MOST 256 /* words of a packet */
#define PACKETS 100
#define CHANNELS 2 /* channels of the receiver, used in turn: one is set up while words arrive for the other */

enum { NEAR, FAR };

static uint32_t words[CHANNELS][MOST], copy[MOST], answer;

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
    weft_hibi_clear(channel(number));
}

static void expect(uint32_t number, uint32_t count)
{
    weft_hibi_receive(channel(number), words[number], count, address(FAR, number));
}

/* Returns the cycles of each packet. The channel of the answer is set up while the packet is sent. */
static uint32_t send_packets(uint32_t count)
{
    pass(WAIT);
    const uint32_t begun = *COUNTER;
    for (uint32_t packet = 0; packet < PACKETS; packet++) {
        weft_hibi_send(words[0], count, address(FAR, packet % CHANNELS));
        weft_hibi_receive(channel(0), &answer, 1, address(NEAR, 0));
        wait_for(0);
    }
    return (*COUNTER - begun) / PACKETS;
}

static void receive_packets(uint32_t count, bool copies)
{
    for (uint32_t number = 0; number < CHANNELS; number++) {
        expect(number, count);
    }
    for (uint32_t packet = 0; packet < PACKETS; packet++) {
        const uint32_t number = packet % CHANNELS;
        wait_for(number);
        if (copies) {
            memcpy(copy, words[number], 4 * count);
        }
        weft_hibi_send(&answer, 1, address(NEAR, 0));
        if (packet + CHANNELS < PACKETS) {
            expect(number, count);
        }
    }
}

static double megabytes(uint32_t count, uint32_t cycles)
{
    return 4.0 * count * (WEFT_CLOCK_HZ / 1000000u) / cycles;
}

static void send_streams(uint32_t count)
{
    weft_report_at("acknowledged copied #", 4 * count, megabytes(count, send_packets(count)));
    weft_report_at("acknowledged uncopied #", 4 * count, megabytes(count, send_packets(count)));
}

static void receive_streams(uint32_t count)
{
    receive_packets(count, true);
    receive_packets(count, false);
}

int main(void)
{
    weft_hibi_enable();
    (weft_core() == NEAR ? send_streams : receive_streams)(4);
    (weft_core() == NEAR ? send_streams : receive_streams)(MOST);
    return 0;
}
