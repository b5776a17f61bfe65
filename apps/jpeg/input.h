/* The bytes of a file in the memory tile: its length in a word, then the bytes. Fetched in pieces. */
#ifndef JPEG_INPUT_H
#define JPEG_INPUT_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#define INPUT_PIECE_BYTES 256

struct input {
    alignas(4) uint8_t piece[INPUT_PIECE_BYTES];
    unsigned at;      /* index of the next byte in the piece */
    unsigned filled;  /* bytes in the piece */
    unsigned address; /* of the next piece */
    unsigned left;    /* bytes of the file from there */
    bool ended;       /* a byte after the last one was requested */
};

/* Opens the file at `address`, for which there are `room` bytes including its length. Returns an error message, or
 * NULL. */
const char *input_open(struct input *input, unsigned address, unsigned room);

/* Fetches the next piece and returns its first byte. */
uint8_t input_refill(struct input *input);

/* Returns the next byte; zeros after the end. */
static inline uint8_t input_byte(struct input *input)
{
    return input->at < input->filled ? input->piece[input->at++] : input_refill(input);
}

/* Returns the next two bytes as a number, big endian. */
unsigned input_number(struct input *input);

/* Skips to the next marker (T.81, B.1.1.2), whatever precedes it, and returns its second byte; 0 if there is none. */
uint8_t input_marker(struct input *input);

#endif
