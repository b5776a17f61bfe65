/* phases.c on the path that S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of Inter-Processor Communication for an
 * Embedded Heterogeneous Multi-Core Processor", measure in figure 2: a program in user mode, a system call, a driver
 * that copies between the program's memory and the kernel's, which the DSP shares, and an interrupt that wakes the
 * program.
 *
 *     driver phase A BYTES         us of the second of two equal requests; external memory, interrupts
 *     driver phase B BYTES         likewise, C to E; wake: from the end of D until the program's call goes on
 *     driver notify BYTES          us of D and wake
 *     driver copy BYTES            us of the copy of phase A alone, as the driver sees it
 *     driver copies N              ms for 32 KiB there and back in N requests, one after the other
 *     driver timer user            us to read the time, by a call of the kernel; and in the kernel
 *
 * Phase A lasts from the program's call to the end of the copy, E from where the driver goes on until the program does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <strategy_user.h>
#include <weft/core.h>
#include <weft/platform.h>
#include <weft/report.h>
#include <weft/timer.h>

#define LEAST 128u
#define MOST (32u * 1024)
#define NS_PER_MS 1000000u
#define STACK_BYTES 4096u
#define READS 16u
#define READ_IN_KERNEL (WEFT_SYSTEM_CALLS - 1)

static uint32_t input[MOST / 4], output[MOST / 4];

static uint32_t send_back(const void *block, uint32_t bytes, void *result)
{
    (void)block;
    (void)result;
    return bytes | STRATEGY_IN_PLACE;
}

static strategy_function *const functions[] = {send_back};

static double in_units(uint32_t ticks, uint32_t ns_of_unit)
{
    const uint64_t thousandths = ticks * UINT64_C(1000000000) / (WEFT_CLOCK_HZ / 1000) / ns_of_unit;
    return (double)thousandths / 1000.0;
}

static void report(const char *words, uint32_t number, uint32_t ticks, uint32_t ns_of_unit)
{
    weft_report_at2("# #", words, number, in_units(ticks, ns_of_unit));
}

/* Opens a stream of blocks of this size, through external memory, with interrupts. */
static int open_stream(uint32_t bytes)
{
    const struct strategy_task task = {
        .input_bytes = bytes, .output_bytes = bytes, .granularities = 1, .blocks = {1}, .pollings = 1};
    const int stream = strategy_user_open(0, 0, &task);
    if (stream < 0) {
        printf("a stream with blocks of %lu bytes is not possible\n", (unsigned long)bytes);
        exit(1);
    }
    return stream;
}

static void exchange(int stream)
{
    strategy_user_call(stream, input);
    strategy_user_receive(stream, output);
}

static void print_phases(uint32_t bytes)
{
    const int stream = open_stream(bytes);
    struct strategy_user_times times;
    exchange(stream);
    const uint32_t begun = weft_timer_cycles();
    exchange(stream);
    const uint32_t ended = weft_timer_cycles();
    strategy_user_times(stream, &times);
    strategy_user_close(stream);
    const struct strategy_times *const phases = &times.phases;
    const uint32_t done = times.called + phases->copy_in + phases->request + phases->dsp;
    report("driver phase A", bytes, times.called + phases->copy_in - begun, 1000);
    report("driver phase B", bytes, phases->request, 1000);
    report("driver phase C", bytes, phases->dsp, 1000);
    report("driver phase D", bytes, phases->notification, 1000);
    report("driver phase wake", bytes, times.woken - done - phases->notification, 1000);
    report("driver phase E", bytes, ended - times.woken, 1000);
    report("driver notify", bytes, times.woken - done, 1000);
    report("driver copy", bytes, phases->copy_in, 1000);
}

static void print_copies(uint32_t requests)
{
    const int stream = open_stream(MOST / requests);
    const uint32_t begun = weft_timer_cycles();
    for (uint32_t i = 0; i < requests; i++) {
        exchange(stream);
    }
    report("driver copies", requests, weft_timer_cycles() - begun, NS_PER_MS);
    strategy_user_close(stream);
}

/* Machine mode: returns the ticks that the kernel takes to read the time repeatedly, as a system call of the
 * program. */
static uint32_t read_in_kernel(void)
{
    const uint64_t begun = weft_timer_now();
    for (uint32_t i = 1; i < READS; i++) {
        weft_timer_now();
    }
    return (uint32_t)(weft_timer_now() - begun) / READS;
}

/* Reports the time between two readings, which is the cost of one. */
static void print_timer(void)
{
    const uint64_t begun = weft_user_time();
    for (uint32_t i = 1; i < READS; i++) {
        weft_user_time();
    }
    const uint32_t ticks = (uint32_t)(weft_user_time() - begun) / READS;
    weft_report_at("#", "driver timer user", in_units(ticks, 1000));
    const uint32_t kernel_ticks = (uint32_t)weft_system_call(READ_IN_KERNEL, 0, 0, 0);
    weft_report_at("#", "driver timer kernel", in_units(kernel_ticks, 1000));
}

/* User mode. */
static void run(void *argument)
{
    (void)argument;
    for (uint32_t bytes = LEAST; bytes <= MOST; bytes *= 2) {
        print_phases(bytes);
    }
    print_copies(32);
    print_copies(2);
    print_copies(1);
    print_timer();
    weft_user_stop();
}

int main(void)
{
    static uint32_t stack[STACK_BYTES / 4] __attribute__((aligned(16)));
    if (weft_core() > 1) {
        return 0; /* requests go to the first DSP alone */
    }
    if (weft_core() == 1) {
        const struct strategy_server server = {functions, 1, output, sizeof output, NULL, 0};
        return strategy_serve(&server);
    }
    if (strategy_connect(0, NULL, 0) != 0) {
        return 1;
    }
    strategy_user_attach();
    weft_system_call_attach(READ_IN_KERNEL, (weft_system_call_handler *)read_in_kernel);
    weft_kernel_add_user(run, NULL, stack, sizeof stack, 0);
    weft_kernel_run();
    strategy_disconnect(0);
    return 0;
}
