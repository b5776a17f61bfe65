/* The second task of the pipeline, of which there may be several: dequantization and IDCT of every TASKS_IDCT-th block.
 * Each first forwards the picture. */
#include "../must.h"
#include "idct.h"

static struct picture picture;
static struct quantization tables[COMPONENTS_MAX]; /* by component */

/* Two blocks in turn: a block must not change until the next MP_send has returned. */
static struct samples blocks[2];

static void pass_header(void)
{
    must(MP_receive(TASK_HUFFMAN, sizeof picture, &picture), "MP_receive");
    for (int i = 0; i < picture.components; i++) {
        must(MP_receive(TASK_HUFFMAN, sizeof tables[i], &tables[i]), "MP_receive");
    }
    must(MP_send(TASK_COLOUR, sizeof picture, &picture), "MP_send");
    MP_sent();
}

/* Processes one block from the Huffman task for the colour task; false if it was the end mark. */
static bool pass(const struct quantization *table, struct samples *samples)
{
    struct coefficients coefficients;
    must(MP_receive(TASK_HUFFMAN, sizeof coefficients, &coefficients), "MP_receive");
    const bool damaged = coefficients.value[0] == COEFFICIENTS_END;
    if (damaged) {
        samples->value[0] = SAMPLES_END;
    } else {
        idct(&coefficients, table, samples);
    }
    must(MP_send(TASK_COLOUR, sizeof *samples, samples), "MP_send");
    return !damaged;
}

/* Returns the exit status. */
static int pass_blocks(unsigned self)
{
    const uint32_t count = picture_blocks(&picture);
    unsigned in_mcu = self % picture.mcu_blocks;
    for (uint32_t number = self; number < count; number += TASKS_IDCT) {
        if (!pass(&tables[picture.component_of[in_mcu]], &blocks[number / TASKS_IDCT % 2])) {
            return 1;
        }
        in_mcu = (in_mcu + TASKS_IDCT) % picture.mcu_blocks;
    }
    return 0;
}

int main(void)
{
    pass_header();
    if (picture.components == 0) {
        return 1;
    }
    const int status = pass_blocks((unsigned)(MP_task() - TASK_IDCT0));
    MP_sent();
    return status;
}
