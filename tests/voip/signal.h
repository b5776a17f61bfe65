/* A signal that is easy to make again, and awkward to code: sweeps, tones that begin and end, noise, silence, full
 * scale. */
#ifndef SIGNAL_H
#define SIGNAL_H

#include <stdint.h>

#define SIGNAL_SAMPLES 48000

/* A triangle of this amplitude, at this place of its period of 65,536. */
static inline int32_t triangle(uint32_t phase, int32_t amplitude)
{
    const int32_t place = (int32_t)(phase & 0xFFFF) - 0x8000;
    return (2 * (place < 0 ? -place : place) - 0x8000) * (amplitude / 16) / (0x8000 / 16);
}

static inline int16_t signal_sample(uint32_t number)
{
    static uint32_t noise = 1;
    noise = noise * 1664525 + 1013904223;
    const uint32_t part = number / 4000 % 6;
    int32_t sample = 0;
    if (part < 3) {
        sample += triangle(number * (number % 24000) / 4, 9000);
    }
    if (part == 1 || part == 4) {
        sample += triangle(number * 12345, 8000);
    }
    if (part == 2) {
        sample += (int32_t)(noise >> 18) - 8192;
    }
    if (number >= 40000) {
        sample *= 2;
    }
    if (sample > INT16_MAX) {
        return INT16_MAX;
    }
    return (int16_t)(sample < INT16_MIN ? INT16_MIN : sample);
}

/* A hash of all that has been added (FNV-1a). */
static inline uint32_t hashed(uint32_t hash, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ (value >> 8 * i & 0xFF)) * 16777619u;
    }
    return hash;
}

#define HASH_OF_NOTHING 2166136261u

#endif
