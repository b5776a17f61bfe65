/* The encoder with pictures that no camera makes: black and white noise, which moves the quantizer to its end, and
 * requests that are none. Says what does not hold, and ends with 1 if something does not. */
#include "../../apps/gateway/h263.h"
#include <stdio.h>
#include <string.h>

#define PICTURES 12u
#define IN_FLIGHT (H263_STAGES + 1)
#define GUARD 0x5A

static struct h263 session;
static int wrong;

static void check(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "does not hold: %s\n", what);
        wrong = 1;
    }
}

static void fill(struct h263_row *row, uint32_t *noise)
{
    for (uint32_t i = 0; i < sizeof *row / sizeof(int16_t); i++) {
        *noise = *noise * 1664525 + 1013904223;
        row->blocks[i / 384][i / 64 % 6][i % 64] = *noise >> 31 ? 255 : 0;
    }
}

static void every_result_fits_into_its_request(void)
{
    static struct {
        struct h263_row row;
        uint8_t guard[64];
    } in_flight[IN_FLIGHT];
    uint32_t noise = 1;
    h263_begin(&session);
    memset(in_flight, GUARD, sizeof in_flight);
    for (uint32_t request = 0; request < PICTURES * H263_ROWS * H263_STAGES; request++) {
        struct h263_row *row = &in_flight[request % IN_FLIGHT].row;
        const uint32_t stage = request % H263_STAGES;
        if (stage == 0) {
            fill(row, &noise);
        }
        const uint32_t bytes = h263_step(&session, row, sizeof *row, row);
        check(stage == 3 || bytes == sizeof *row, "a stage makes a row of a row");
        check(bytes > 0, "every request has a result");
        check(bytes <= sizeof *row, "bits fit");
        check(in_flight[request % IN_FLIGHT].guard[0] == GUARD, "nothing is written behind a row");
    }
    check(session.rows[0].quantizer == 31, "noise needs the coarsest quantizer");
}

static void what_is_no_row_is_refused(void)
{
    static struct h263_row row;
    h263_begin(&session);
    check(h263_step(&session, &row, sizeof row - 2, &row) == 0, "a short row is refused");
    check(h263_step(&session, &row, 0, &row) == 0, "nothing is refused");
}

/* A transform and back is exact to the last place, whatever the block. */
static void transforms_are_inverse(void)
{
    uint32_t noise = 2;
    for (int round = 0; round < 1000; round++) {
        int16_t block[H263_BLOCK];
        int16_t before[H263_BLOCK];
        for (int i = 0; i < H263_BLOCK; i++) {
            noise = noise * 1664525 + 1013904223;
            before[i] = (int16_t)((int32_t)(noise >> 16) % 511 - 255);
        }
        memcpy(block, before, sizeof block);
        h263_forward(block);
        h263_inverse(block);
        for (int i = 0; i < H263_BLOCK; i++) {
            check(block[i] - before[i] >= -1 && block[i] - before[i] <= 1,
                  "the inverse transform gives the block back");
        }
    }
}

int main(void)
{
    every_result_fits_into_its_request();
    what_is_no_row_is_refused();
    transforms_are_inverse();
    return wrong;
}
