/* Source: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0" (1991), chapter 3, RIFF and WAVE: a
 * file is a chunk RIFF of chunks, each with a name and a length; `fmt ` says what the bytes of `data` are. Numbers are
 * little-endian.
 */
#include "wav.h"
#include <stdbool.h>
#include <string.h>

#define PCM 1u
#define EXTENSIBLE 0xFFFEu /* the format is in an extension; its first two bytes are as here */
#define FORMAT_BYTES 16u
#define EXTENDED_BYTES 26u

struct format {
    uint32_t code, channels, rate, bits;
};

static uint32_t number(const uint8_t *bytes, uint32_t count)
{
    uint32_t value = 0;
    while (count > 0) {
        value = value << 8 | bytes[--count];
    }
    return value;
}

static FILE *refused(FILE *file, const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    if (file != NULL) {
        fclose(file);
    }
    return NULL;
}

static bool skip(FILE *file, uint32_t bytes)
{
    /* A chunk of odd length is followed by one byte more. */
    for (uint32_t left = bytes + (bytes & 1); left > 0; left--) {
        if (fgetc(file) == EOF) {
            return false;
        }
    }
    return true;
}

/* Reads the next chunk's name and length. */
static bool next_chunk(FILE *file, char name[4], uint32_t *bytes)
{
    uint8_t head[8];
    if (fread(head, 1, sizeof head, file) != sizeof head) {
        return false;
    }
    memcpy(name, head, 4);
    *bytes = number(head + 4, 4);
    return true;
}

static bool read_format(FILE *file, uint32_t bytes, struct format *format)
{
    uint8_t field[EXTENDED_BYTES] = {0};
    const uint32_t known = bytes < sizeof field ? bytes : (uint32_t)sizeof field;
    if (bytes < FORMAT_BYTES || fread(field, 1, known, file) != known || !skip(file, bytes - known)) {
        return false;
    }
    *format = (struct format){number(field, 2), number(field + 2, 2), number(field + 4, 4), number(field + 14, 2)};
    if (format->code == EXTENSIBLE && known == EXTENDED_BYTES) {
        format->code = number(field + 24, 2);
    }
    return true;
}

/* Returns why the file's format is not that of the phone's speech; NULL if it is. */
static const char *objection(const struct format *format)
{
    if (format->code != PCM) {
        return "its samples are compressed; convert it to PCM of 16 bits";
    }
    if (format->channels != 1) {
        return "it has several channels; mix it down to one";
    }
    if (format->rate != SPEECH_RATE) {
        return "its rate is not 8000 samples a second; convert it to 8 kHz";
    }
    return format->bits == 16 ? NULL : "its samples do not have 16 bits; convert it to PCM of 16 bits";
}

FILE *wav_open(const char *path, uint32_t *samples)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return refused(file, path, "cannot be opened; is the name right?");
    }
    char name[4];
    char kind[4];
    uint32_t bytes = 0;
    if (!next_chunk(file, name, &bytes) || memcmp(name, "RIFF", 4) != 0 || fread(kind, 1, 4, file) != 4 ||
        memcmp(kind, "WAVE", 4) != 0) {
        return refused(file, path, "is not a WAV file");
    }
    struct format format = {0};
    while (next_chunk(file, name, &bytes)) {
        if (memcmp(name, "data", 4) == 0) {
            const char *why = format.rate == 0 ? "says nothing of its format before its data" : objection(&format);
            *samples = bytes / 2;
            return why == NULL ? file : refused(file, path, why);
        }
        const bool is_format = memcmp(name, "fmt ", 4) == 0;
        if (!(is_format ? read_format(file, bytes, &format) : skip(file, bytes))) {
            break;
        }
    }
    return refused(file, path, "ends before its data");
}

static void put(FILE *file, uint32_t value, uint32_t bytes)
{
    for (; bytes > 0; bytes--, value >>= 8) {
        fputc((int)(value & 0xFF), file);
    }
}

FILE *wav_create(const char *path, uint32_t samples)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return refused(file, path, "cannot be written");
    }
    fputs("RIFF", file);
    put(file, 36 + 2 * samples, 4);
    fputs("WAVEfmt ", file);
    put(file, FORMAT_BYTES, 4);
    put(file, PCM, 2);
    put(file, 1, 2);
    put(file, SPEECH_RATE, 4);
    put(file, 2 * SPEECH_RATE, 4);
    put(file, 2, 2);
    put(file, 16, 2);
    fputs("data", file);
    put(file, 2 * samples, 4);
    return file;
}

bool wav_read(FILE *file, int16_t *samples, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint8_t bytes[2];
        if (fread(bytes, 1, 2, file) != 2) {
            return false;
        }
        samples[i] = (int16_t)(uint16_t)number(bytes, 2);
    }
    return true;
}

bool wav_write(FILE *file, const int16_t *samples, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        put(file, (uint16_t)samples[i], 2);
    }
    return ferror(file) == 0;
}
