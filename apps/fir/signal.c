/* Makes signal.raw, 6,400 samples to filter: two sine waves and noise of the same amplitude. cc signal.c -lm && ./a.out
 * >signal.raw
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define SAMPLES 6400
#define AMPLITUDE 2000.0 /* of each; all sums are below 2^14 */

/* Returns a number from -1 to 1, by a linear congruential generator (Numerical Recipes). */
static double noise(void)
{
    static uint32_t state = 1;
    state = 1664525 * state + 1013904223;
    return (double)state / 2147483648.0 - 1.0;
}

int main(void)
{
    for (int i = 0; i < SAMPLES; i++) {
        const double value = AMPLITUDE * (sin(i / 200.0) + sin(i / 37.0) + noise());
        const int32_t sample = (int32_t)lround(value);
        const uint8_t bytes[4] = {(uint8_t)sample, (uint8_t)(sample >> 8), (uint8_t)(sample >> 16),
                                  (uint8_t)(sample >> 24)};
        fwrite(bytes, sizeof bytes, 1, stdout);
    }
    return 0;
}
