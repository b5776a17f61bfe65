/* Measures the download of a DSP's program by the GPP: S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of
 * Inter-Processor Communication for an Embedded Heterogeneous Multi-Core Processor", section 2.1. The DSP has no
 * program at reset; the GPP has the image of one (apps/strategy/downloaded.c) in its external memory, or reads it from
 * a file.
 *
 *     weft run --platform davinci-boot -n 1 --load image=apps/strategy/downloaded.c apps/strategy/download.c
 *     weft run --platform davinci-boot -n 1 apps/strategy/download.c -- FILE.elf
 *
 *     download bytes      code and data that were written to the DSP's memories
 *     download cycles     of the GPP, from the call of strategy_load to its return, when the DSP has been started
 *     download start      us from there until the DSP serves
 *     download call       us of the first call
 */
#include <stdio.h>
#include <strategy_load.h>
#include <weft/core.h>
#include <weft/report.h>
#include <weft/shared.h>
#include <weft/timer.h>

#define IMAGE_BYTES (1024u * 1024)
#define GPP_HZ 297000000.0
#define WORDS 8u

WEFT_SHARED uint32_t image[IMAGE_BYTES / 4]; /* the name is that of --load */

static double us(uint32_t ticks)
{
    return (double)ticks * 1e6 / WEFT_CLOCK_HZ;
}

/* Returns the image's length in bytes; 0, after an error message, if the file cannot be read. */
static uint32_t read_image(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be opened; give the ELF file of a program for this platform\n", path);
        return 0;
    }
    const size_t bytes = fread(image, 1, IMAGE_BYTES, file);
    fclose(file);
    return (uint32_t)bytes;
}

/* Calls the DSP's function, which returns the square of each word. */
static int call(void)
{
    const struct strategy_task task = {.input_bytes = WORDS * 4,
                                       .output_bytes = WORDS * 4,
                                       .granularities = 1,
                                       .blocks = {1},
                                       .pollings = 1,
                                       .polling_ns = {1000}};
    uint32_t input[WORDS], output[WORDS];
    const int stream = strategy_open(0, 0, &task, NULL, NULL);
    for (uint32_t i = 0; i < WORDS; i++) {
        input[i] = i + 3;
    }
    const uint32_t begun = weft_timer_cycles();
    if (stream < 0 || strategy_call(stream, input) != 0) {
        return 1;
    }
    while (strategy_complete(stream, output) == 0) {
    }
    weft_report("download call", us(weft_timer_cycles() - begun));
    for (uint32_t i = 0; i < WORDS; i++) {
        if (output[i] != input[i] * input[i]) {
            printf("the DSP gave %lu for %lu\n", (unsigned long)output[i], (unsigned long)input[i]);
            return 1;
        }
    }
    return strategy_close(stream);
}

static const char *why(int32_t error)
{
    switch (error) {
    case STRATEGY_ERR_IMAGE:
        return "this is not the image of a program for this platform; give --load image=FILE.c, or an ELF file";
    case STRATEGY_ERR_BUSY:
        return "the DSP has begun already, or has a program from the start: run with -n 1";
    default:
        return "there is no such DSP, or the image is not on a word boundary";
    }
}

int main(int count, char **words)
{
    const uint32_t bytes = count > 1 ? read_image(words[1]) : IMAGE_BYTES;
    const uint32_t begun = weft_timer_cycles();
    const int32_t written = strategy_load(0, image, bytes);
    const uint32_t loaded = weft_timer_cycles();
    if (written < 0) {
        fprintf(stderr, "%s\n", why(written));
        return 2;
    }
    strategy_connect(0, NULL, 0);
    const uint32_t served = weft_timer_cycles();
    weft_report("download bytes", (unsigned)written);
    weft_report("download cycles", (double)(loaded - begun) * GPP_HZ / WEFT_CLOCK_HZ);
    weft_report("download start", us(served - loaded));
    const int failed = call();
    strategy_disconnect(0);
    return failed;
}
