/* The sequential JPEG decoder. All is compiled with -Dmain=jpeg_main, so that this is the decoder's. */
#include <tile.h>

#include <stdlib.h>

int jpeg_main(void);

#undef main
#include "forked.h"

static int reads(const struct weft_case *given)
{
    const uint32_t room = OUTPUT_AT - INPUT_AT - 4;
    const uint32_t length = given->length < room ? given->length : room;
    memcpy(memory + INPUT_AT, &length, 4);
    memcpy(memory + INPUT_AT + 4, given->bytes, length);
    return jpeg_main();
}
