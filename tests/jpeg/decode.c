/* Runs the sequential decoder on this machine, without Weft: decode IN.jpg OUT.bmp
 *
 * Stands in for the memory tile: the file is loaded at INPUT_AT, the bitmap taken from OUTPUT_AT, and nothing beyond
 * MEMORY_BYTES can be reached. All is compiled with -Dmain=jpeg_main, so that this is the decoder's. */
#include <mp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MEMORY_BYTES (16U << 20)

static uint8_t memory[MEMORY_BYTES];

int jpeg_main(void);

static int is_outside(unsigned length, unsigned address)
{
    return address > MEMORY_BYTES || length > MEMORY_BYTES - address;
}

int MP_mread(void *data, unsigned length, unsigned address)
{
    if (is_outside(length, address)) {
        return MP_ERR_MEMORY;
    }
    memcpy(data, memory + address, length);
    return MP_SUCCESS;
}

int MP_mwrite(const void *data, unsigned length, unsigned address)
{
    if (is_outside(length, address)) {
        return MP_ERR_MEMORY;
    }
    memcpy(memory + address, data, length);
    return MP_SUCCESS;
}

void MP_sent(void)
{
}

int MP_task(void)
{
    return 0;
}

/* Returns false if the file cannot be read or does not fit. */
static int load(const char *name)
{
    FILE *const file = fopen(name, "rb");
    if (file == NULL) {
        return 0;
    }
    const uint32_t length = (uint32_t)fread(memory + INPUT_AT + 4, 1, OUTPUT_AT - INPUT_AT - 4, file);
    memcpy(memory + INPUT_AT, &length, 4);
    const int whole = fgetc(file) == EOF;
    return fclose(file) == 0 && whole;
}

static int save(const char *name)
{
    uint32_t length;
    memcpy(&length, memory + OUTPUT_AT, 4);
    FILE *const file = fopen(name, "wb");
    return file != NULL && fwrite(memory + OUTPUT_AT + 4, 1, length, file) == length && fclose(file) == 0;
}

#undef main
int main(int argc, char **argv)
{
    if (argc != 3 || !load(argv[1])) {
        fprintf(stderr, "usage: decode IN.jpg OUT.bmp, with at most %u bytes in IN.jpg\n", OUTPUT_AT - INPUT_AT - 4);
        return 2;
    }
    const int status = jpeg_main();
    return save(argv[2]) ? status : 2;
}
