/* The bytes of a file in the memory tile: MP_mread in pieces. */
#include "input.h"

#include <mp.h>
#include <stddef.h>

const char *input_open(struct input *input, unsigned address, unsigned room)
{
    uint32_t length = 0;
    if (MP_mread(&length, sizeof length, address) != MP_SUCCESS || length > room - sizeof length) {
        return "the file does not fit into its place in the memory";
    }
    *input = (struct input){.address = address + sizeof length, .left = length};
    return NULL;
}

uint8_t input_refill(struct input *input)
{
    if (input->left == 0) {
        input->ended = true;
        return 0;
    }
    const unsigned bytes = input->left < INPUT_PIECE_BYTES ? input->left : INPUT_PIECE_BYTES;
    const unsigned whole_words = (bytes + 3) & ~3U;
    if (MP_mread(input->piece, whole_words, input->address) != MP_SUCCESS) {
        input->ended = true;
        return 0;
    }
    input->address += bytes;
    input->left -= bytes;
    input->filled = bytes;
    input->at = 1;
    return input->piece[0];
}

unsigned input_number(struct input *input)
{
    const unsigned high = input_byte(input);
    return high << 8 | input_byte(input);
}

uint8_t input_marker(struct input *input)
{
    while (!input->ended) {
        uint8_t byte = input_byte(input);
        if (byte != 0xFF) {
            continue;
        }
        while (byte == 0xFF && !input->ended) {
            byte = input_byte(input); /* any number of fill bytes */
        }
        if (byte != 0) {
            return byte;
        }
    }
    return 0;
}
