/* The most that HIBI carries. One core sends a long transfer, and the bus is otherwise idle; the other core reads again
 * and again how many words have arrived at a stream channel, and in which cycle that was.
 *
 *     bus most MB/S         in the WINDOW readings between which most words arrived for each cycle
 *     bus all MB/S          from the first reading to that which found the last word, with the cycles between turns
 */
#include "../../apps/stopwatch.h"
#include <weft/core.h>
#include <weft/hibi_dma.h>
#include <weft/report.h>

#define WORDS 4096
#define STREAM 0
#define READINGS 1024
#define WINDOW 10
#define WAIT 1000 /* cycles in which the receiver's channel is ready */

enum { NEAR, FAR };

struct reading {
    uint32_t arrived;
    uint32_t cycle;
};

static uint32_t words[WORDS];
static struct reading readings[READINGS];

static uint32_t arrived(void)
{
    return *weft_hibi_channel(STREAM, WEFT_HIBI_DMA_CURRENT);
}

/* Returns the number of readings, of which the last found all words. */
static uint32_t receive(void)
{
    uint32_t count = 0;
    weft_hibi_stream(STREAM, words, WORDS, weft_hibi_address(FAR));
    while (arrived() == 0) {
    }
    do {
        readings[count] = (struct reading){arrived(), *COUNTER};
    } while (readings[count++].arrived < WORDS && count < READINGS);
    return count;
}

/* Returns the MB/s between two readings. */
static double rate(const struct reading *first, const struct reading *last)
{
    const uint32_t bytes = 4 * (last->arrived - first->arrived);
    return (double)bytes * (WEFT_CLOCK_HZ / 1000000u) / (last->cycle - first->cycle);
}

int main(void)
{
    weft_hibi_enable();
    if (weft_core() == NEAR) {
        pass(WAIT);
        weft_hibi_send(words, WORDS, weft_hibi_address(FAR));
        return 0;
    }
    const uint32_t count = receive();
    double most = 0;
    for (uint32_t i = 0; i + WINDOW < count; i++) {
        const double now = rate(&readings[i], &readings[i + WINDOW]);
        most = now > most ? now : most;
    }
    weft_report("bus most", most);
    weft_report("bus all", rate(&readings[0], &readings[count - 1]));
    return 0;
}
