/* The last task of the pipeline: collects the blocks from the IDCT tasks in turn, converts them to pixels, writes the
 * bitmap. Its length is written last, so that a picture that turns out to be damaged leaves none. */
#include "../must.h"
#include "bmp.h"
#include "strip.h"

static struct picture picture;
static struct mcu mcu;
static struct strip strip;

static void receive_block(uint32_t number, struct samples *block)
{
    must(MP_receive(TASK_IDCT0 + (int)(number % TASKS_IDCT), sizeof *block, block), "MP_receive");
}

/* The file is damaged before this block: the same comes from every other IDCT task that had further ones to do. */
static void receive_ends(uint32_t number, uint32_t count)
{
    for (uint32_t i = number + 1; i < count && i < number + TASKS_IDCT; i++) {
        receive_block(i, &mcu.block[0]);
    }
}

/* Returns false if the file is damaged. */
static bool receive_blocks(uint32_t count)
{
    int in_mcu = 0;
    for (uint32_t number = 0; number < count; number++) {
        struct samples *const block = &mcu.block[in_mcu];
        receive_block(number, block);
        if (block->value[0] == SAMPLES_END) {
            receive_ends(number, count);
            return false;
        }
        in_mcu++;
        if (in_mcu == picture.mcu_blocks) {
            strip_add(&strip, &mcu);
            in_mcu = 0;
        }
    }
    return true;
}

int main(void)
{
    must(MP_receive(TASK_IDCT0, sizeof picture, &picture), "MP_receive");
    if (picture.components == 0) {
        return 1;
    }
    bmp_begin(&picture, OUTPUT_AT);
    strip_begin(&strip, &picture, OUTPUT_AT);
    if (!receive_blocks(picture_blocks(&picture))) {
        return 1;
    }
    bmp_end(&picture, OUTPUT_AT);
    return 0;
}
