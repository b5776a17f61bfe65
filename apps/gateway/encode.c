/* Encodes a moving scene on one processor, with the same requests that the gateway sends to its DSP.
 *
 *     weft run --platform host -n 1 \
 *         apps/gateway/{encode,scene,step,motion,predict,transform,quantize,entropy,codes}.c \
 *         -- PICTURES STREAM [DECODED [REPEAT]]
 *
 * writes an elementary stream of H.263 of a scene that begins again after REPEAT pictures, and, as planes of YUV 4:2:0,
 * the pictures that a decoder should reconstruct from it; and prints the bytes and the peak signal-to-noise ratio of
 * luminance and chrominance, in decibels, of all pictures.
 */
#include "../number.h"
#include "h263.h"
#include "scene.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define IN_FLIGHT (H263_STAGES + 1) /* requests between a result and its use */
#define PICTURES_MOST 10000

static struct h263 session;
static struct h263_row in_flight[IN_FLIGHT];

/* What has been encoded. */
struct totals {
    FILE *stream, *decoded;
    uint32_t repeat; /* pictures after which the scene begins again */
    uint64_t bytes;
    uint64_t squares; /* of differences */
    uint64_t pixels;
};

static void compare(struct totals *totals, uint32_t number, const struct h263_picture *decoded)
{
    static struct h263_row original;
    for (uint32_t row = 0; row < H263_ROWS; row++) {
        scene_row(number % totals->repeat, row, &original);
        for (uint32_t i = 0; i < H263_MACROBLOCKS * 4 * H263_BLOCK; i++) {
            const uint32_t macroblock = i / (4 * H263_BLOCK);
            const uint32_t block = i / H263_BLOCK % 4;
            const uint32_t x = 16 * macroblock + block % 2 * H263_EDGE + i % H263_EDGE;
            const uint32_t y = 16 * row + block / 2 * H263_EDGE + i % H263_BLOCK / H263_EDGE;
            const int32_t by = original.blocks[macroblock][block][i % H263_BLOCK] - decoded->luma[y][x];
            totals->squares += (uint64_t)(by * by);
        }
    }
    totals->pixels += sizeof decoded->luma;
}

/* The last row's bits have come: the picture is whole. */
static void add_picture(struct totals *totals, uint32_t number)
{
    const struct h263_picture *decoded = &session.pictures[number % 2];
    compare(totals, number, decoded);
    if (totals->decoded != NULL) {
        fwrite(decoded, 1, sizeof *decoded, totals->decoded);
    }
}

static void serve(struct totals *totals, uint32_t request)
{
    struct h263_row *row = &in_flight[request % IN_FLIGHT];
    const uint32_t stage = request % H263_STAGES;
    const uint32_t rows = request / H263_STAGES;
    if (stage == 0) {
        scene_row(rows / H263_ROWS % totals->repeat, rows % H263_ROWS, row);
    }
    const uint32_t bytes = h263_step(&session, row, sizeof *row, row);
    if (stage == H263_STAGES - 1 && h263_is_of_a_row(request)) {
        fwrite(row, 1, bytes, totals->stream);
        totals->bytes += bytes;
    }
    /* The stage before the last completes a picture; its successor begins with the next row's first stage. */
    if (stage == 2 && h263_is_of_a_row(request) && (rows - stage) % H263_ROWS == H263_ROWS - 1) {
        add_picture(totals, (rows - stage) / H263_ROWS);
    }
}

int main(int count, char **arguments)
{
    const long pictures = count < 3 ? -1 : number_from(arguments[1], 1, PICTURES_MOST);
    const long repeat = count < 5 ? PICTURES_MOST : number_from(arguments[4], 1, PICTURES_MOST);
    if (count > 5 || pictures < 0 || repeat < 0) {
        fprintf(stderr, "arguments: PICTURES (1 to %d) STREAM [DECODED [REPEAT]]\n", PICTURES_MOST);
        return 2;
    }
    struct totals totals = {.stream = fopen(arguments[2], "wb"), .repeat = (uint32_t)repeat};
    totals.decoded = count >= 4 ? fopen(arguments[3], "wb") : NULL;
    if (totals.stream == NULL || (count >= 4 && totals.decoded == NULL)) {
        fprintf(stderr, "%s: cannot be written\n", arguments[totals.stream == NULL ? 2 : 3]);
        return 2;
    }
    h263_begin(&session);
    const uint32_t last = (uint32_t)pictures * H263_ROWS - 1; /* row, whose last stage is three rows later */
    for (uint32_t request = 0; request <= H263_STAGES * (last + 3) + 3; request++) {
        serve(&totals, request);
    }
    const double noise = (double)totals.squares / (double)totals.pixels;
    printf("%ld pictures, %lu bytes, %.1f dB\n", pictures, (unsigned long)totals.bytes, 10 * log10(255 * 255 / noise));
    return 0;
}
