/* The bits of a scan: fills the window from the file, without the stuffed bytes, up to the next marker. */
#include "bits.h"

void bits_begin(struct bits *bits, struct input *input)
{
    *bits = (struct bits){.input = input};
}

/* Returns the next byte of the data; 0 after their end. */
static uint8_t next_byte(struct bits *bits)
{
    const uint8_t byte = input_byte(bits->input);
    if (byte != 0xFF) {
        return byte;
    }
    uint8_t second = input_byte(bits->input);
    if (second == 0 && !bits->input->ended) {
        return 0xFF;
    }
    while (second == 0xFF && !bits->input->ended) {
        second = input_byte(bits->input);
    }
    bits->marker = second;
    bits->ended = true;
    return 0;
}

void bits_fill(struct bits *bits)
{
    while (bits->held <= 24) {
        const uint8_t byte = bits->ended ? 0 : next_byte(bits);
        bits->ended = bits->ended || bits->input->ended;
        bits->invented += bits->ended ? 8 : 0;
        bits->window |= (uint32_t)byte << (24 - bits->held);
        bits->held += 8;
    }
}

uint8_t bits_end(struct bits *bits)
{
    return bits->ended ? bits->marker : input_marker(bits->input);
}
