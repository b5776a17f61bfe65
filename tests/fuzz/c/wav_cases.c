/* The phone's reader of WAV files. Samples that it has read are written, and must be the same when they are read again.
 */
#include "forked.h"

#include <string.h>
#include <wav.h>

#define SAMPLES_MAX 100000u
#define PIECE 160u
#define NAME "/tmp/weft-fuzz-XXXXXX" /* of which the system replaces the end */

static int16_t samples[SAMPLES_MAX];
static int16_t again[SAMPLES_MAX];

/* Opens the file and unlinks it; NULL: it is none. */
static FILE *opened(char *name, uint32_t *count)
{
    FILE *const file = wav_open(name, count);
    unlink(name);
    return file;
}

/* A file of its own with the bytes of the case. */
static FILE *given_file(const struct weft_case *given, uint32_t *count)
{
    char name[] = NAME;
    const int made = mkstemp(name);
    if (made < 0 || write(made, given->bytes, given->length) != (ssize_t)given->length || close(made) != 0) {
        exit(2);
    }
    return opened(name, count);
}

/* Reads as many samples as there are; at most `count`. */
static uint32_t read_all(FILE *file, int16_t *into, uint32_t count)
{
    uint32_t done = 0;
    while (done < count) {
        const uint32_t piece = count - done < PIECE ? count - done : PIECE;
        if (!wav_read(file, into + done, piece)) {
            break;
        }
        done += piece;
    }
    return done;
}

static int written_and_read(uint32_t count)
{
    char name[] = NAME;
    const int made = mkstemp(name);
    FILE *const file = made < 0 || close(made) != 0 ? NULL : wav_create(name, count);
    if (file == NULL || !wav_write(file, samples, count) || fclose(file) != 0) {
        return 2;
    }
    uint32_t said = 0;
    FILE *const written = opened(name, &said);
    if (written == NULL || said != count || read_all(written, again, count) != count) {
        return 2;
    }
    return fclose(written) == 0 && memcmp(samples, again, 2 * count) == 0 ? 0 : 2;
}

static int reads(const struct weft_case *given)
{
    uint32_t count = 0;
    FILE *const file = given_file(given, &count);
    if (file == NULL) {
        return 1;
    }
    count = read_all(file, samples, count < SAMPLES_MAX ? count : SAMPLES_MAX);
    return fclose(file) == 0 ? written_and_read(count) : 2;
}
