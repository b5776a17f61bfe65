/* Runs the sequential decoder on this machine, without Weft: decode IN.jpg OUT.bmp
 *
 * All is compiled with -Dmain=jpeg_main, so that this is the decoder's. */
#include <stdio.h>
#include <tile.h>

int jpeg_main(void);

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
