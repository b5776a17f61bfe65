/* The last task of the pipeline: collects the blocks from the IDCT tasks, converts them to pixels and writes the
 * bitmap. It writes the bitmap's length last, so a damaged picture leaves no bitmap. */
#include "bmp.h"
#include "join.h"
#include "strip.h"

static struct join join;
static struct strip strip;

/* The file is damaged before this block: waits until every IDCT task that had further blocks has sent its end mark,
 * too. */
static void wait_for_ends(uint32_t number, uint32_t count)
{
    for (uint32_t i = number + 1; i < count && i < number + TASKS_IDCT; i++) {
        join_wait(&join, i);
    }
}

/* Waits for the blocks of the MCU that begins with this block. Returns false if the file is damaged. */
static bool wait_for_mcu(uint32_t first, const struct samples *blocks, uint32_t count)
{
    for (unsigned i = 0; i < join.picture.mcu_blocks; i++) {
        join_wait(&join, first + i);
        if (blocks[i].value[0] == SAMPLES_END) {
            wait_for_ends(first + i, count);
            return false;
        }
    }
    return true;
}

static bool convert_picture(void)
{
    const uint32_t count = picture_blocks(&join.picture);
    unsigned at = 0;
    for (uint32_t number = 0; number < count; number += join.picture.mcu_blocks) {
        if (!wait_for_mcu(number, &join.ring[at], count)) {
            return false;
        }
        strip_add(&strip, &join.ring[at]);
        at += join.picture.mcu_blocks;
        at -= at == join.places ? join.places : 0;
    }
    return true;
}

int main(void)
{
    if (!join_begin(&join)) {
        return 1;
    }
    bmp_begin(&join.picture, OUTPUT_AT);
    strip_begin(&strip, &join.picture, OUTPUT_AT);
    if (!convert_picture()) {
        return 1;
    }
    bmp_end(&join.picture, OUTPUT_AT);
    return 0;
}
