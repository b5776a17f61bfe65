/* Tasks in user mode, of different urgency, that call a DSP through the driver while a timer interrupts them: blocks
 * come back whole, registers and stacks are those of the task, releases are kept, and what needs machine mode is not
 * possible.
 *
 *     user.c forbidden       ends with a task that reads a control register
 */
#include <stdio.h>
#include <strategy_user.h>
#include <string.h>
#include <weft/core.h>
#include <weft/platform.h>
#include <weft/timer.h>

#define MS (WEFT_CLOCK_HZ / 1000)
#define STACK (1024 + WEFT_KERNEL_STACK)
#define CALLERS 2
#define WORDS 64
#define CALLS 40
#define TASKS (CALLERS + 3)

static uint32_t stacks[TASKS][STACK / 4] __attribute__((aligned(16)));
static unsigned calls[CALLERS], wrong, releases, missed, unserved, ended;
static int last_caller;
static bool is_forbidden;

static uint32_t add_one(const void *input, uint32_t bytes, void *output)
{
    const uint32_t *const from = input;
    uint32_t *const to = output;
    for (uint32_t i = 0; i < bytes / 4; i++) {
        to[i] = from[i] + 1;
    }
    return bytes;
}

/* The most urgent: its interrupts come between any two instructions of the others. */
static void tick(void *argument)
{
    (void)argument;
    for (;;) {
        releases++;
        missed += weft_user_next();
    }
}

static void call(void *argument)
{
    unsigned *const counter = argument;
    const uint32_t seed = (uint32_t)(counter - calls) * 1000;
    const struct strategy_task task = {
        .input_bytes = WORDS * 4, .output_bytes = WORDS * 4, .granularities = 1, .blocks = {1}, .pollings = 1};
    const int stream = strategy_user_open(0, 0, &task);
    for (uint32_t i = 0; i < CALLS; i++) {
        uint32_t block[WORDS];
        for (uint32_t word = 0; word < WORDS; word++) {
            block[word] = seed + i * WORDS + word;
        }
        strategy_user_call(stream, block);
        memset(block, 0, sizeof block);
        wrong += strategy_user_receive(stream, block) != (int32_t)sizeof block;
        for (uint32_t word = 0; word < WORDS; word++) {
            wrong += block[word] != seed + i * WORDS + word + 1;
        }
        ++*counter;
    }
    wrong += strategy_user_receive(stream, NULL) != 0;
    wrong += strategy_user_close(stream) != 0;
    weft_user_signal(last_caller);
}

static void finish(void *argument)
{
    (void)argument;
    while (calls[0] + calls[1] < CALLERS * CALLS) {
        weft_user_wait();
    }
    unserved += weft_system_call(WEFT_SYSTEM_CALLS - 1, 1, 2, 3) == UINT64_MAX;
    unserved += weft_system_call(UINT32_MAX, 1, 2, 3) == UINT64_MAX;
    if (is_forbidden) {
        uint32_t status;
        __asm__ volatile(".option push\n.option arch, +zicsr\ncsrr %0, mstatus\n.option pop" : "=r"(status));
    }
    weft_user_stop();
}

/* Its body returns. */
static void end(void *argument)
{
    (void)argument;
    ended++;
}

static int serve(void)
{
    static uint32_t output[WORDS];
    static strategy_function *const functions[] = {add_one};
    const struct strategy_server server = {functions, 1, output, sizeof output, NULL, 0};
    return strategy_serve(&server);
}

int main(int count, char **words)
{
    is_forbidden = count > 1 && strcmp(words[1], "forbidden") == 0;
    if (weft_core() != 0) {
        return serve();
    }
    if (strategy_connect(0, NULL, 0) != 0) {
        return 1;
    }
    strategy_user_attach();
    weft_kernel_add_user(tick, NULL, stacks[0], STACK, MS / 47);
    for (int i = 0; i < CALLERS; i++) {
        weft_kernel_add_user(call, &calls[i], stacks[1 + i], STACK, 0);
    }
    weft_kernel_add_user(end, NULL, stacks[CALLERS + 1], STACK, 0);
    last_caller = weft_kernel_add_user(finish, NULL, stacks[CALLERS + 2], STACK, 0);
    const uint64_t begun = weft_timer_now();
    weft_kernel_run();
    const uint32_t periods = (uint32_t)(weft_timer_now() - begun) / (MS / 47);
    printf("calls %u\nwrong %u\nmissed %u\nunserved %u\nended %u\n", calls[0] + calls[1], wrong, missed, unserved,
           ended);
    printf("releases %u\nperiods %lu\n", releases, (unsigned long)periods);
    return strategy_disconnect(0);
}
