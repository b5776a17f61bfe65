/* Files of speech: WAV with one channel of 16 bits at 8 kHz. */
#ifndef WAV_H
#define WAV_H

#include <stdint.h>
#include <stdio.h>

#define SPEECH_RATE 8000u /* samples a second */

/* Opens a file whose samples are read with wav_read(); `*samples` is their number. NULL, after an error message on
 * standard error, if that is not possible. */
FILE *wav_open(const char *path, uint32_t *samples);

/* Creates a file with this number of samples, which are written with wav_write(). NULL as above. */
FILE *wav_create(const char *path, uint32_t samples);

/* Reads or writes samples; false if there are fewer, or the file takes no more. */
_Bool wav_read(FILE *file, int16_t *samples, uint32_t count);
_Bool wav_write(FILE *file, const int16_t *samples, uint32_t count);

#endif
