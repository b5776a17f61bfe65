/* Every call of the driver of HIBI's DMA controller as a function that is called, as a driver that is linked has them.
 * Each instance is here once; MCAPI and MPI have them inlined. Nothing runs: the bytes of the functions count. */
#include <weft/hibi_dma.h>

#define CALLED __attribute__((noipa))

CALLED void driver_enable(void)
{
    weft_hibi_enable();
}

CALLED bool driver_is_sent(void)
{
    return weft_hibi_is_sent();
}

CALLED void driver_begin(const void *words, uint32_t count, uint32_t address)
{
    weft_hibi_begin(words, count, address);
}

CALLED void driver_begin_next(void)
{
    weft_hibi_begin_next();
}

CALLED void driver_send(const void *words, uint32_t count, uint32_t address)
{
    weft_hibi_send(words, count, address);
}

CALLED void driver_wait_until_sent(void)
{
    weft_hibi_wait_until_sent();
}

CALLED void driver_receive(uint32_t channel, void *words, uint32_t count, uint32_t address)
{
    weft_hibi_receive(channel, words, count, address);
}

CALLED void driver_receive_no_more(uint32_t channel)
{
    weft_hibi_receive_no_more(channel);
}

CALLED void driver_stream(uint32_t channel, void *ring, uint32_t words, uint32_t address)
{
    weft_hibi_stream(channel, ring, words, address);
}

CALLED bool driver_is_received(uint32_t channel)
{
    return weft_hibi_is_received(channel);
}

CALLED void driver_clear(uint32_t channel)
{
    weft_hibi_clear(channel);
}

/* The linker drops what nothing refers to. */
int main(int count, char **words)
{
    static const void *volatile const functions[] = {
        driver_enable,  driver_is_sent,         driver_begin,  driver_begin_next,  driver_send,  driver_wait_until_sent,
        driver_receive, driver_receive_no_more, driver_stream, driver_is_received, driver_clear,
    };
    (void)words;
    return functions[count - 1] == 0;
}
