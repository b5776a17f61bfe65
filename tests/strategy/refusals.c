/* What the calls of DSP functions refuse, and that what they refuse changes nothing. */
#include <stdio.h>
#include <strategy_call.h>
#include <weft/core.h>
#include <weft/platform.h>

#define BYTES 64
#define ROOM 128 /* for results on the DSP */

static uint32_t output[ROOM / 4], internal[64];
static int failures;

static uint32_t same(const void *input, uint32_t bytes, void *to)
{
    for (uint32_t i = 0; i < bytes / 4; i++) {
        ((uint32_t *)to)[i] = ((const uint32_t *)input)[i];
    }
    return bytes;
}

/* Its result is longer than is asked for. */
static uint32_t too_long(const void *input, uint32_t bytes, void *to)
{
    return same(input, bytes, to) + 4;
}

static strategy_function *const functions[] = {same, too_long};

static void expect(int line, int32_t found, int32_t expected)
{
    if (found != expected) {
        printf("line %d: %ld, not %ld\n", line, (long)found, (long)expected);
        failures++;
    }
}
#define EXPECT(call, expected) expect(__LINE__, call, expected)

/* A stream that was never opened, and numbers that none can have. */
static void ask_for_no_stream(int closed)
{
    const int numbers[] = {closed, -1, WEFT_STRATEGY_TASKS, INT32_MAX};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        EXPECT(strategy_times(numbers[i]) == NULL, true);
        EXPECT(strategy_served(numbers[i]) == NULL, true);
        EXPECT(strategy_poll(numbers[i]), 0);
        EXPECT(strategy_under_way(numbers[i]), 0);
    }
}

static struct strategy_task task_of(uint32_t input_bytes, uint32_t output_bytes)
{
    return (struct strategy_task){
        .input_bytes = input_bytes, .output_bytes = output_bytes, .granularities = 1, .blocks = {1}, .pollings = 1};
}

static void open_wrongly(void)
{
    const struct strategy_task good = task_of(BYTES, BYTES);
    struct strategy_task bad = task_of(0, BYTES);
    EXPECT(strategy_open(0, 0, &bad, NULL, NULL), STRATEGY_ERR_ARGUMENT);
    bad = task_of(BYTES, 0);
    EXPECT(strategy_open(0, 0, &bad, NULL, NULL), STRATEGY_ERR_ARGUMENT);
    bad = task_of(1 << 24, BYTES);
    EXPECT(strategy_open(0, 0, &bad, NULL, NULL), STRATEGY_ERR_ARGUMENT);
    bad = good;
    bad.granularities = 0;
    EXPECT(strategy_open(0, 0, &bad, NULL, NULL), STRATEGY_ERR_ARGUMENT);
    bad = good;
    bad.blocks[0] = 0;
    EXPECT(strategy_open(0, 0, &bad, NULL, NULL), STRATEGY_ERR_ARGUMENT);
    EXPECT(strategy_open(WEFT_CORES, 0, &good, NULL, NULL), STRATEGY_ERR_ARGUMENT);
    bad = task_of(WEFT_STRATEGY_EXTERNAL, BYTES);
    EXPECT(strategy_open(0, 0, &bad, NULL, NULL), STRATEGY_ERR_FULL);
}

static void switch_wrongly(int stream)
{
    struct strategy_choice choice = {.blocks = 2};
    EXPECT(strategy_switch(stream, &choice), STRATEGY_ERR_ARGUMENT);
    choice = (struct strategy_choice){.blocks = 1, .polling = 2};
    EXPECT(strategy_switch(stream, &choice), STRATEGY_ERR_ARGUMENT);
    choice = (struct strategy_choice){.blocks = 1, .internal = true, .internal_bytes = sizeof internal + 4};
    EXPECT(strategy_switch(stream, &choice), STRATEGY_ERR_ARGUMENT);
    EXPECT(strategy_switch(-1, &choice), STRATEGY_ERR_ARGUMENT);
    EXPECT(strategy_served(stream)->internal, false);
}

/* One block of internal memory: a second request must wait until the first is completed, also when it is done. */
static void call_too_often(int stream, const uint32_t *block, uint32_t *result)
{
    const struct strategy_choice one = {.blocks = 1, .polling = 1, .internal = true, .internal_bytes = BYTES};
    EXPECT(strategy_switch(stream, &one), 0);
    EXPECT(strategy_call(stream, block), 0);
    EXPECT(strategy_call(stream, block), STRATEGY_ERR_BUSY);
    EXPECT(strategy_close(stream), STRATEGY_ERR_BUSY);
    EXPECT(strategy_disconnect(0), STRATEGY_ERR_BUSY);
    EXPECT(strategy_complete(stream, result), 0);
    while (strategy_poll(stream) == 0) {
    }
    EXPECT(strategy_call(stream, block), STRATEGY_ERR_BUSY);
    EXPECT(strategy_complete(stream, result), BYTES);
    EXPECT(strategy_complete(stream, result), 0);
    EXPECT((int32_t)result[0], (int32_t)block[0]);
}

/* The DSP refuses the request and goes on. */
static void ask_wrongly(unsigned function, uint32_t output_bytes, const uint32_t *block, uint32_t *result)
{
    const struct strategy_task task = task_of(BYTES, output_bytes);
    const int stream = strategy_open(0, function, &task, NULL, NULL);
    EXPECT(strategy_call(stream, block), 0);
    int32_t ended = 0;
    while (ended == 0) {
        ended = strategy_complete(stream, result);
    }
    EXPECT(ended, STRATEGY_ERR_FUNCTION);
    EXPECT(strategy_close(stream), 0);
    EXPECT(strategy_close(stream), STRATEGY_ERR_ARGUMENT);
}

static void control(void)
{
    const struct strategy_task task = task_of(BYTES, BYTES);
    const uint32_t block[BYTES / 4] = {7};
    uint32_t result[BYTES / 4] = {0};
    EXPECT(strategy_open(0, 0, &task, NULL, NULL), STRATEGY_ERR_ARGUMENT);
    EXPECT(strategy_connect(WEFT_CORES - 1, NULL, 0), STRATEGY_ERR_ARGUMENT);
    EXPECT(strategy_connect(0, NULL, 0), 0);
    EXPECT(strategy_connect(0, NULL, 0), STRATEGY_ERR_ARGUMENT);
    open_wrongly();
    const int stream = strategy_open(0, 0, &task, NULL, NULL);
    EXPECT(stream, 0);
    EXPECT(strategy_call(stream + 1, block), STRATEGY_ERR_ARGUMENT);
    ask_for_no_stream(stream + 1);
    switch_wrongly(stream);
    call_too_often(stream, block, result);
    ask_wrongly(2, BYTES, block, result);
    ask_wrongly(1, BYTES, block, result);
    ask_wrongly(0, ROOM + 4, block, result);
    EXPECT(strategy_close(stream), 0);
    EXPECT(strategy_disconnect(0), 0);
    EXPECT(strategy_disconnect(0), STRATEGY_ERR_ARGUMENT);
}

int main(void)
{
    if (weft_core() != 0) {
        const struct strategy_server server = {functions, 2, output, sizeof output, internal, sizeof internal};
        return strategy_serve(&server);
    }
    control();
    return failures != 0;
}
