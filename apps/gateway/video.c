/* A video session, on the GPP: each row of macroblocks goes to the DSP four times (h263.h), and what comes back from
 * one stage is sent to the next five requests later.
 *
 * A result is kept in one of four places until then: of five requests one is of the last stage, whose result is bits.
 */
#include "memory.h"
#include "scene.h"
#include <stdio.h>
#include <stdlib.h>
#include <weft/platform.h>

#define IN_FLIGHT (H263_STAGES + 1) /* requests between a result and its use */
#define LAST (H263_STAGES - 1)      /* stage */

/* Where the result of a request is kept, which is not of the last stage. */
static struct h263_row *place_of(struct session *session, uint32_t request)
{
    const uint32_t kept = request / H263_STAGES * LAST + request % H263_STAGES;
    return &memory.gpp.results[session->number][kept % RESULTS];
}

static const struct h263_row *next(struct session *session)
{
    const uint32_t request = session->sent;
    if (request % H263_STAGES != 0 && h263_is_of_a_row(request)) {
        return place_of(session, request - IN_FLIGHT);
    }
    const uint32_t row = request / H263_STAGES;
    return &memory.gpp.camera[row / H263_ROWS % CAMERA_PICTURES][row % H263_ROWS];
}

static bool send(struct session *session)
{
    if (session->sent >= session->taken + IN_FLIGHT) {
        return false;
    }
    return strategy_call(session->stream, next(session)) == 0;
}

void video_show(void)
{
    for (uint32_t picture = 0; picture < CAMERA_PICTURES; picture++) {
        for (uint32_t row = 0; row < H263_ROWS; row++) {
            scene_row(picture, row, &memory.gpp.camera[picture][row]);
        }
    }
}

/* What is kept are the bits. */
static bool take(struct session *session)
{
    const bool is_last = session->taken % H263_STAGES == LAST;
    /* Bits are not kept: the place of the next result is free. */
    struct h263_row *const result = place_of(session, session->taken + is_last);
    const int32_t bytes = strategy_complete(session->stream, result);
    if (bytes == 0) {
        return false;
    }
    if (bytes < 0) {
        fprintf(stderr, "video %u: the DSP has refused a request\n", session->number);
        exit(1);
    }
    session_note(session, result, is_last && h263_is_of_a_row(session->taken) ? (uint32_t)bytes : 0);
    return true;
}

const struct kind video = {"video",
                           WEFT_CLOCK_HZ / (H263_PICTURES_HZ * H263_ROWS * H263_STAGES),
                           sizeof(struct h263_row),
                           sizeof(struct h263_row),
                           send,
                           take};
