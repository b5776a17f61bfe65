/* A table of names: what their values are, and where they go. */
#include "options.h"
#include "../number.h"
#include "jitter.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <weft/core.h>

#define AT(member) offsetof(struct options, member)

/* Words with a number. */
static const struct number {
    const char *name;
    size_t at;
    long least, most;
} numbers[] = {
    {"timer", AT(timer_ms), 1, 20},   {"network", AT(network_ms), 0, 100},
    {"jitter", AT(jitter_ms), 0, 60}, {"buffer", AT(buffer), 0, JITTER_PACKETS - 1},
    {"work", AT(work_us), 0, 20000},  {"frames", AT(frames), 10, FRAMES_MOST},
};

/* Words with a file. */
static const struct file {
    const char *name;
    size_t at;
} files[] = {{"speech", AT(speech)}, {"play", AT(play)}, {"send", AT(send)}, {"receive", AT(receive)}};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Rejects a word. Both processors read the words; one of them prints the error. */
static bool refuse(const char *word, const char *why)
{
    if (weft_core() == 0) {
        fprintf(stderr, "%s: %s\n", word, why);
    }
    return false;
}

static bool read_number(struct options *options, const struct number *number, const char *word, const char *value)
{
    const long read = number_from(value, number->least, number->most);
    if (read < 0) {
        char why[64];
        snprintf(why, sizeof why, "is not a number from %ld to %ld", number->least, number->most);
        return refuse(word, why);
    }
    const uint32_t value_read = (uint32_t)read;
    memcpy((char *)options + number->at, &value_read, sizeof value_read);
    return true;
}

static bool read_coding(struct options *options, const char *word, const char *value)
{
    static const char *const names[] = {"none", "interrupt", "polling"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, names[i]) == 0) {
            options->coding = (enum coding)i;
            return true;
        }
    }
    return refuse(word, "the DSP is told of as none, interrupt or polling");
}

static bool read_memory(struct options *options, const char *word, const char *value)
{
    options->internal = strcmp(value, "internal") == 0;
    return options->internal || strcmp(value, "external") == 0 || refuse(word, "memory is internal or external");
}

static bool read_codec(struct options *options, const char *word, const char *value)
{
    options->codec = codec_named(value);
    return options->codec != NULL || refuse(word, "unknown codec; there are " CODEC_NAMES);
}

/* Reads the word's value by its name, which ends at `value`. */
static bool read_word(struct options *options, const char *word, size_t name, const char *value)
{
#define IS(text) (name == strlen(text) && strncmp(word, text, name) == 0)
    for (size_t i = 0; i < COUNT(numbers); i++) {
        if (IS(numbers[i].name)) {
            return read_number(options, &numbers[i], word, value);
        }
    }
    for (size_t i = 0; i < COUNT(files); i++) {
        if (IS(files[i].name)) {
            memcpy((char *)options + files[i].at, &value, sizeof value);
            return true;
        }
    }
    if (IS("codec")) {
        return read_codec(options, word, value);
    }
    if (IS("dsp")) {
        return read_coding(options, word, value);
    }
    if (IS("memory")) {
        return read_memory(options, word, value);
    }
#undef IS
    return refuse(word,
                  "unknown word; there are speech, play, send, receive, codec, dsp, memory, timer, network, jitter, "
                  "buffer, frames, work, each with = and a value");
}

bool options_read(struct options *options, int count, char **words)
{
    *options =
        (struct options){.coding = BY_POLLING, .timer_ms = 20, .network_ms = 20, .buffer = 2, .frames = FRAMES_MOST};
    options->codec = codec_named("mu-law");
    for (int i = 0; i < count; i++) {
        const size_t name = strcspn(words[i], "=");
        if (!read_word(options, words[i], name, words[i] + name + (words[i][name] == '='))) {
            return false;
        }
    }
    return true;
}
