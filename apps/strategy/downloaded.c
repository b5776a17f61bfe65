/* A DSP's program that a GPP downloads (apps/strategy/download.c): it returns the square of each word. */
#include <stddef.h>
#include <strategy_call.h>

#define BYTES 1024u

static uint32_t square(const void *input, uint32_t bytes, void *output)
{
    const uint32_t *const from = input;
    uint32_t *const to = output;
    for (uint32_t i = 0; i < bytes / 4; i++) {
        to[i] = from[i] * from[i];
    }
    return bytes;
}

int main(void)
{
    static strategy_function *const functions[] = {square};
    static uint32_t output[BYTES / 4];
    const struct strategy_server server = {functions, 1, output, sizeof output, NULL, 0};
    return strategy_serve(&server);
}
