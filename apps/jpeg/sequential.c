/* The whole decoder as one task: the reference for the pipelines. */
#include "bmp.h"
#include "decoder.h"
#include "idct.h"
#include "strip.h"

#include <stddef.h>

static struct decoder decoder;
static struct samples mcu[MCU_BLOCKS_MAX];
static struct strip strip;

static const char *decode_mcu(const struct picture *picture)
{
    const char *fault = NULL;
    for (int i = 0; fault == NULL && i < picture->mcu_blocks; i++) {
        const struct component *const component = &picture->component[picture->component_of[i]];
        struct coefficients coefficients;
        fault = scan_block(&decoder.scan, &coefficients);
        idct(&coefficients, &decoder.header.quantization[component->quantization_table], &mcu[i]);
    }
    return fault;
}

static const char *decode_picture(const struct picture *picture)
{
    const char *fault = NULL;
    bmp_begin(picture, OUTPUT_AT);
    strip_begin(&strip, picture, OUTPUT_AT);
    for (uint32_t left = picture_blocks(picture); fault == NULL && left > 0; left -= picture->mcu_blocks) {
        fault = decode_mcu(picture);
        if (fault == NULL) {
            strip_add(&strip, mcu);
        }
    }
    return fault;
}

int main(void)
{
    const struct picture *const picture = &decoder.header.picture;
    const char *fault = decoder_open(&decoder);
    fault = fault != NULL ? fault : decode_picture(picture);
    if (fault != NULL) {
        return decoder_refuse(fault);
    }
    bmp_end(picture, OUTPUT_AT);
    return 0;
}
