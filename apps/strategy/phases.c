/* Breaks down the time of a single request, by its block's size: the phases of figure 3, the copies of figure 4 and the
 * notifications of section 3.2 of S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of Inter-Processor Communication
 * for an Embedded Heterogeneous Multi-Core Processor". As there the DSP sends each block back as it is.
 *
 *     phase A BYTES          us of the second of two equal requests; external memory, interrupts; B to E likewise
 *     copy internal BYTES    us of phase A; external likewise; internal memory is the GPP's
 *     copies N               ms for 32 KiB there and back in N requests, one after the other
 *     notify interrupt       us of phase D; polling likewise
 */
#include <stdio.h>
#include <stdlib.h>
#include <strategy_call.h>
#include <weft/core.h>
#include <weft/platform.h>
#include <weft/report.h>
#include <weft/timer.h>

#define LEAST 128u
#define MOST (32u * 1024)
#define NS_PER_MS 1000000u
#define KIB 1024u

static uint32_t input[MOST / 4], output[MOST / 4], internal[MOST / 4];

static uint32_t send_back(const void *block, uint32_t bytes, void *result)
{
    (void)block;
    (void)result;
    return bytes | STRATEGY_IN_PLACE;
}

static strategy_function *const functions[] = {send_back};

static void report(const char *words, uint32_t number, uint64_t ticks, uint32_t ns_of_unit)
{
    const uint64_t thousandths = ticks * UINT64_C(1000000000) / (WEFT_CLOCK_HZ / 1000) / ns_of_unit;
    const double time = (double)thousandths / 1000.0;
    if (number != 0) {
        weft_report_at2("# #", words, number, time);
    } else {
        weft_report_at("#", words, time);
    }
}

/* Makes requests one after the other. Returns the time of all, and the phases of the last one. */
static uint32_t exchange(uint32_t bytes, struct strategy_choice choice, uint32_t requests, struct strategy_times *times)
{
    const struct strategy_task task = {
        .input_bytes = bytes, .output_bytes = bytes, .granularities = 1, .blocks = {1}, .pollings = 1};
    const int stream = strategy_open(0, 0, &task, NULL, NULL);
    choice.blocks = 1;
    choice.internal_bytes = choice.internal ? bytes : 0;
    if (stream < 0 || strategy_switch(stream, &choice) != 0) {
        printf("a stream with blocks of %lu bytes is not possible\n", (unsigned long)bytes);
        exit(1);
    }
    const uint32_t begun = weft_timer_cycles();
    for (uint32_t i = 0; i < requests; i++) {
        strategy_call(stream, input);
        while (strategy_complete(stream, output) == 0) {
            if (choice.polling != 0) {
                strategy_poll(stream);
            }
        }
    }
    const uint32_t ticks = weft_timer_cycles() - begun;
    *times = *strategy_times(stream);
    strategy_close(stream);
    return ticks;
}

static void print_phases(void)
{
    struct strategy_times times;
    for (uint32_t bytes = LEAST; bytes <= MOST; bytes *= 2) {
        exchange(bytes, (struct strategy_choice){.internal = false}, 2, &times);
        report("phase A", bytes, times.copy_in, 1000);
        report("phase B", bytes, times.request, 1000);
        report("phase C", bytes, times.dsp, 1000);
        report("phase D", bytes, times.notification, 1000);
        report("phase E", bytes, times.copy_out, 1000);
        report("copy external", bytes, times.copy_in, 1000);
        exchange(bytes, (struct strategy_choice){.internal = true}, 2, &times);
        report("copy internal", bytes, times.copy_in, 1000);
    }
}

static void print_copies(void)
{
    static const uint32_t requests[] = {32, 2, 1};
    struct strategy_times times;
    for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++) {
        const uint32_t ticks =
            exchange(MOST / requests[i], (struct strategy_choice){.internal = false}, requests[i], &times);
        report("copies", requests[i], ticks, NS_PER_MS);
    }
}

static void print_notifications(void)
{
    struct strategy_times times;
    exchange(KIB, (struct strategy_choice){.polling = 0}, 2, &times);
    report("notify interrupt", 0, times.notification, 1000);
    exchange(KIB, (struct strategy_choice){.polling = 1}, 2, &times);
    report("notify polling", 0, times.notification, 1000);
}

int main(void)
{
    if (weft_core() > 1) {
        return 0; /* requests go to the first DSP alone */
    }
    if (weft_core() == 1) {
        const struct strategy_server server = {functions, 1, output, sizeof output, NULL, 0};
        return strategy_serve(&server);
    }
    if (strategy_connect(0, internal, sizeof internal) != 0) {
        return 1;
    }
    print_phases();
    print_copies();
    print_notifications();
    strategy_disconnect(0);
    return 0;
}
