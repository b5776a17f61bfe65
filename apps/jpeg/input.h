/* The bytes of a file in the memory tile: its length in a word, the bytes behind it. Fetched in pieces. */
#ifndef JPEG_INPUT_H
#define JPEG_INPUT_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#define INPUT_PIECE_BYTES 256

struct input {
    alignas(4) uint8_t piece[INPUT_PIECE_BYTES];
    unsigned at;      /* the next byte of the piece */
    unsigned filled;  /* bytes in the piece */
    unsigned address; /* of the next piece */
    unsigned left;    /* bytes of the file from there */
    bool ended;       /* a byte behind the last one was asked for */
};

/* Begins with the file at `address`, for which there are `room` bytes, its length included. Returns what is wrong, or
 * NULL. */
const char *input_open(struct input *input, unsigned address, unsigned room);

/* Fetches the next piece and returns its first byte. */
uint8_t input_refill(struct input *input);

/* The next byte; zeros behind the end. */
static inline uint8_t input_byte(struct input *input)
{
    return input->at < input->filled ? input->piece[input->at++] : input_refill(input);
}

/* The next two bytes, the high one first. */
unsigned input_number(struct input *input);

/* Looks for the next marker (T.81, B.1.1.2), whatever stands before it, and returns its second byte; 0 if there is
 * none. */
uint8_t input_marker(struct input *input);

#endif
