/* Frame and scan headers: the size, the components, the blocks of an MCU. */
#include "frame.h"

#include <stddef.h>

static int ceiling(int dividend, int divisor)
{
    return (dividend + divisor - 1) / divisor;
}

static bool is_sampling(unsigned factor)
{
    return factor == 1 || factor == 2 || factor == SAMPLING_MAX;
}

static const char *component_read(struct component *component, struct input *input)
{
    component->identifier = input_byte(input);
    const unsigned sampling = input_byte(input);
    component->across = (uint8_t)(sampling >> 4);
    component->down = (uint8_t)(sampling & 15);
    component->quantization_table = input_byte(input);
    if (!is_sampling(component->across) || !is_sampling(component->down)) {
        return "a component has a sampling factor other than 1, 2 and 4";
    }
    return component->quantization_table < TABLES ? NULL : "a component names an impossible quantization table";
}

/* Returns whether both chroma components have the same sampling, and luma at least as fine a one. */
static bool is_supported(const struct picture *picture)
{
    const struct component *const of = picture->component;
    return of[1].across == of[2].across && of[1].down == of[2].down && of[0].across >= of[1].across &&
           of[0].down >= of[1].down;
}

/* A single component is not interleaved: an MCU is one block, whatever its sampling factors (T.81, A.2.2). */
static const char *check_sampling(struct picture *picture)
{
    if (picture->components == 1) {
        picture->component[0].across = 1;
        picture->component[0].down = 1;
    } else if (!is_supported(picture)) {
        return "the chroma components are sampled differently, or finer than the luma";
    }
    return NULL;
}

static const char *lay_out_mcu(struct picture *picture)
{
    unsigned blocks = 0;
    for (uint8_t which = 0; which < picture->components; which++) {
        const unsigned more = (unsigned)picture->component[which].across * picture->component[which].down;
        if (blocks + more > MCU_BLOCKS_MAX) {
            return "the sampling factors give more than 10 blocks in an MCU";
        }
        for (unsigned i = 0; i < more; i++) {
            picture->component_of[blocks++] = which;
        }
    }
    picture->mcu_blocks = (uint8_t)blocks;
    picture->mcus_across = (uint16_t)ceiling(picture->width, mcu_width(picture));
    picture->mcus_down = (uint16_t)ceiling(picture->height, mcu_height(picture));
    return NULL;
}

static const char *check_size(const struct picture *picture, unsigned precision)
{
    if (precision != 8) {
        return "the samples do not have 8 bits: only baseline JPEG is decoded";
    }
    if (picture->width == 0 || picture->height == 0) {
        return "the picture is 0 pixels wide or high";
    }
    return NULL;
}

static const char *check_components(unsigned components, unsigned left)
{
    if (components == 4) {
        return "the picture has four components (CMYK): only grey and colour with three are decoded";
    }
    if ((components != 1 && components != 3) || left != 6 + 3 * components) {
        return "the frame header is damaged";
    }
    return NULL;
}

const char *frame_read(struct header *header, struct input *input, unsigned left)
{
    struct picture *const picture = &header->picture;
    if (picture->mcu_blocks != 0) {
        return "the file has two frames";
    }
    const unsigned precision = input_byte(input);
    picture->height = (uint16_t)input_number(input);
    picture->width = (uint16_t)input_number(input);
    picture->components = input_byte(input);
    const char *fault = check_size(picture, precision);
    fault = fault != NULL ? fault : check_components(picture->components, left);
    for (int i = 0; fault == NULL && i < picture->components; i++) {
        fault = component_read(&picture->component[i], input);
    }
    fault = fault != NULL ? fault : check_sampling(picture);
    return fault != NULL ? fault : lay_out_mcu(picture);
}

/* Returns whether the colours are YCbCr. As in libjpeg: JFIF implies YCbCr; Adobe's segment specifies it; otherwise the
 * identifiers of the components decide. */
static bool is_luma_chroma(const struct header *header)
{
    const struct component *const of = header->picture.component;
    if (header->picture.components == 1 || header->jfif) {
        return true;
    }
    if (header->adobe) {
        return header->adobe_transform != 0;
    }
    return !(of[0].identifier == 'R' && of[1].identifier == 'G' && of[2].identifier == 'B');
}

static const char *check_tables(const struct header *header, const struct component *component)
{
    if (component->dc_table >= TABLES || component->ac_table >= TABLES || !header->dc[component->dc_table].defined ||
        !header->ac[component->ac_table].defined) {
        return "a component uses a Huffman table that is not there";
    }
    if ((header->quantization_defined >> component->quantization_table & 1) == 0) {
        return "a component uses a quantization table that is not there";
    }
    return NULL;
}

static const char *scan_component_read(struct header *header, struct component *component, struct input *input)
{
    const unsigned identifier = input_byte(input);
    const unsigned tables = input_byte(input);
    component->dc_table = (uint8_t)(tables >> 4);
    component->ac_table = (uint8_t)(tables & 15);
    if (identifier != component->identifier) {
        return "the scan's components are not those of the frame";
    }
    return check_tables(header, component);
}

const char *scan_header_read(struct header *header, struct input *input, unsigned left)
{
    struct picture *const picture = &header->picture;
    const char *fault = picture->mcu_blocks == 0 ? "the scan comes before its frame header" : NULL;
    const unsigned components = input_byte(input);
    if (fault == NULL && components != picture->components) {
        return "the components come in several scans: only one for all of them is decoded; convert it with jpegtran";
    }
    if (fault == NULL && left != 4 + 2 * components) {
        return "the scan header is damaged";
    }
    for (unsigned i = 0; fault == NULL && i < components; i++) {
        fault = scan_component_read(header, &picture->component[i], input);
    }
    for (int i = 0; i < 3; i++) {
        (void)input_byte(input); /* spectral selection and approximation: fixed in baseline */
    }
    picture->luma_chroma = is_luma_chroma(header);
    return fault;
}
