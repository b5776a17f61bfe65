/* Companded speech: a sample of 16 bits in eight, by mu-law or A-law (ITU-T G.711). */
#ifndef G711_H
#define G711_H

#include <stdint.h>

uint8_t mu_law_of(int16_t sample);
int16_t of_mu_law(uint8_t code);
uint8_t a_law_of(int16_t sample);
int16_t of_a_law(uint8_t code);

#endif
