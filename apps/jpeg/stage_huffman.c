/* The first task of the pipeline: reads the file, decodes the Huffman code and distributes the blocks to the IDCT
 * tasks.
 *
 * Each IDCT task gets the picture, the quantization tables of its components, and every TASKS_IDCT-th block. If the
 * file is rejected, they get a picture without components; if it turns out to be damaged, COEFFICIENTS_END. */
#include "../must.h"
#include "decoder.h"

#include <stddef.h>

static struct decoder decoder;

/* Two blocks in turn: a block must not change until the next MP_send has returned. */
static struct coefficients blocks[2];

static void send_to_all(const void *data, unsigned length)
{
    for (int i = 0; i < TASKS_IDCT; i++) {
        must(MP_send(TASK_IDCT0 + i, length, data), "MP_send");
    }
    MP_sent();
}

static void send_header(const struct header *header)
{
    send_to_all(&header->picture, sizeof header->picture);
    for (int i = 0; i < header->picture.components; i++) {
        const struct component *const component = &header->picture.component[i];
        send_to_all(&header->quantization[component->quantization_table], sizeof(struct quantization));
    }
}

/* The file is damaged before this block: sends the end mark to every IDCT task that waits for another block. */
static void send_ends(uint32_t number, uint32_t count)
{
    static struct coefficients end = {.value = {COEFFICIENTS_END}};
    for (uint32_t i = number; i < count && i < number + TASKS_IDCT; i++) {
        must(MP_send(TASK_IDCT0 + (int)(i % TASKS_IDCT), sizeof end, &end), "MP_send");
    }
}

static const char *send_blocks(uint32_t count)
{
    const char *fault = NULL;
    for (uint32_t number = 0; number < count; number++) {
        struct coefficients *const block = &blocks[number % 2];
        fault = scan_block(&decoder.scan, block);
        if (fault != NULL) {
            send_ends(number, count);
            break;
        }
        must(MP_send(TASK_IDCT0 + (int)(number % TASKS_IDCT), sizeof *block, block), "MP_send");
    }
    MP_sent();
    return fault;
}

int main(void)
{
    const char *fault = decoder_open(&decoder);
    if (fault != NULL) {
        decoder.header.picture.components = 0;
    }
    send_header(&decoder.header);
    if (fault == NULL) {
        fault = send_blocks(picture_blocks(&decoder.header.picture));
    }
    return fault == NULL ? 0 : decoder_refuse(fault);
}
