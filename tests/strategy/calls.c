/* Streams of numbered blocks, whose strategies switch at random while requests are under way: none may be lost,
 * repeated, reordered or mixed with another's, and none may be forgotten where no poll looks for it.
 *
 *     calls SEED STEPS
 */
#include <stdio.h>
#include <stdlib.h>
#include <strategy_call.h>
#include <weft/boot.h>
#include <weft/core.h>
#include <weft/timer.h>

#define STREAMS 6
#define DSPS (weft_boot.size - 1)
#define INTERNAL 512 /* bytes, too few for all */
#define MOST_BLOCKS 3
#define SHORT 3u /* words */
#define LONG 7u

/* The DSPs. */

static WEFT_PER_RANK uint32_t output[MOST_BLOCKS * LONG], internal[INTERNAL / 4];

static uint32_t mix(uint32_t hash, uint32_t word)
{
    return (hash ^ word) * UINT32_C(0x9E3779B1) + 1;
}

/* For each block of `from` words one of `to`: its first two words, and hashes of all of it. Some take long, so that
 * requests wait for each other. */
static uint32_t hash_blocks(const uint32_t *in, uint32_t bytes, uint32_t *out, uint32_t from, uint32_t to)
{
    const uint32_t blocks = bytes / 4 / from;
    for (uint32_t block = 0; block < blocks; block++, in += from, out += to) {
        uint32_t hash = 0;
        for (uint32_t round = 0; round <= in[1] % 16 * 8; round++) {
            for (uint32_t i = 0; i < from; i++) {
                hash = mix(hash, in[i]);
            }
        }
        out[0] = in[0];
        out[1] = in[1];
        for (uint32_t i = 2; i < to; i++) {
            out[i] = hash = mix(hash, i);
        }
    }
    return blocks * to * 4;
}

static uint32_t shorten(const void *input, uint32_t bytes, void *to)
{
    return hash_blocks(input, bytes, to, LONG, SHORT);
}

static uint32_t lengthen(const void *input, uint32_t bytes, void *to)
{
    return hash_blocks(input, bytes, to, SHORT, LONG);
}

static strategy_function *const functions[] = {shorten, lengthen};

/* The GPP. */

static struct stream {
    int number;
    bool is_long; /* blocks, not results */
    uint32_t called, completed;
    bool is_polled;
    volatile unsigned told;
} streams[STREAMS];

static uint32_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % limit;
}

static void fail(const struct stream *stream, const char *what)
{
    printf("stream %d, block %lu: %s\n", (int)(stream - streams), (unsigned long)stream->completed, what);
    exit(1);
}

static void tell(void *argument)
{
    ((struct stream *)argument)->told++;
}

/* The words of a block follow from its number. */
static void fill(const struct stream *stream, uint32_t number, uint32_t *block)
{
    block[0] = (uint32_t)(stream - streams);
    block[1] = number;
    for (uint32_t i = 2; i < LONG; i++) {
        block[i] = mix(number, i);
    }
}

static void call(struct stream *stream)
{
    uint32_t block[LONG];
    fill(stream, stream->called, block);
    const int error = strategy_call(stream->number, block);
    if (error == 0) {
        stream->called++;
    } else if (error != STRATEGY_ERR_BUSY) {
        fail(stream, "a call is refused");
    }
}

static void check_block(struct stream *stream, const uint32_t *result)
{
    const uint32_t from = stream->is_long ? LONG : SHORT, to = stream->is_long ? SHORT : LONG;
    uint32_t block[LONG], expected[LONG];
    fill(stream, stream->completed, block);
    hash_blocks(block, from * 4, expected, from, to);
    for (uint32_t i = 0; i < to; i++) {
        if (result[i] != expected[i]) {
            fail(stream, "another result is expected");
        }
    }
    stream->completed++;
}

static void complete(struct stream *stream)
{
    uint32_t results[MOST_BLOCKS * LONG];
    const uint32_t words = stream->is_long ? SHORT : LONG;
    const int32_t bytes = strategy_complete(stream->number, results);
    for (uint32_t i = 0; (int32_t)(i * 4) < bytes; i += words) {
        check_block(stream, &results[i]);
    }
    if (bytes < 0) {
        fail(stream, "the DSP has refused");
    }
}

static void switch_strategy(struct stream *stream)
{
    const struct strategy_choice choice = {
        .blocks = (uint8_t)(1 + random_below(MOST_BLOCKS)),
        .polling = (uint8_t)random_below(2),
        .internal = random_below(3) != 0,
        .internal_bytes = LONG * 4 * random_below(INTERNAL / (LONG * 4)),
    };
    if (strategy_switch(stream->number, &choice) != 0) {
        fail(stream, "a strategy is refused");
    }
    stream->is_polled = choice.polling != 0;
}

/* Everything that was called comes back; who is to be interrupted is not polled. */
static void drain(struct stream *stream)
{
    strategy_flush(stream->number);
    while (strategy_under_way(stream->number) != 0) {
        if (stream->is_polled) {
            strategy_poll(stream->number);
        }
        complete(stream);
        weft_timer_cycles(); /* the thread sanitizer lets signals in where a program calls the system */
    }
    if (stream->completed != stream->called) {
        fail(stream, "blocks are missing");
    }
}

static void open(struct stream *stream)
{
    const unsigned number = (unsigned)(stream - streams);
    stream->is_long = number % 2 == 0;
    const struct strategy_task task = {
        .input_bytes = 4 * (stream->is_long ? LONG : SHORT),
        .output_bytes = 4 * (stream->is_long ? SHORT : LONG),
        .granularities = MOST_BLOCKS,
        .blocks = {1, 2, 3},
        .pollings = 1,
    };
    stream->number = strategy_open(number % DSPS, stream->is_long ? 0 : 1, &task, tell, stream);
    stream->is_polled = false;
    if (stream->number < 0) {
        fail(stream, "is not opened");
    }
}

static void reopen(struct stream *stream)
{
    drain(stream);
    if (strategy_close(stream->number) != 0) {
        fail(stream, "is not closed");
    }
    open(stream);
}

static void step(struct stream *stream)
{
    switch (random_below(16)) {
    case 0:
        switch_strategy(stream);
        break;
    case 1:
        strategy_flush(stream->number);
        break;
    case 2:
        if (random_below(8) == 0) {
            reopen(stream);
        }
        break;
    case 3:
    case 4:
    case 5:
        if (stream->is_polled) {
            strategy_poll(stream->number);
        }
        complete(stream);
        break;
    case 6:
        complete(stream);
        break;
    default:
        call(stream);
    }
}

static int control(uint32_t steps)
{
    for (unsigned dsp = 0; dsp < DSPS; dsp++) {
        if (strategy_connect(dsp, NULL, 0) != 0) {
            return 1;
        }
    }
    for (unsigned i = 0; i < STREAMS; i++) {
        open(&streams[i]);
    }
    for (uint32_t i = 0; i < steps; i++) {
        step(&streams[random_below(STREAMS)]);
    }
    uint32_t blocks = 0, told = 0;
    for (unsigned i = 0; i < STREAMS; i++) {
        drain(&streams[i]);
        strategy_close(streams[i].number);
        blocks += streams[i].completed;
        told += streams[i].told;
    }
    for (unsigned dsp = 0; dsp < DSPS; dsp++) {
        strategy_disconnect(dsp);
    }
    printf("blocks %lu\ntold %lu\n", (unsigned long)blocks, (unsigned long)told);
    return 0;
}

int main(int argc, char **argv)
{
    if (weft_core() != 0) {
        const struct strategy_server server = {functions, 2, output, sizeof output, internal, sizeof internal};
        return strategy_serve(&server);
    }
    seed = argc > 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    return control(argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1000);
}
