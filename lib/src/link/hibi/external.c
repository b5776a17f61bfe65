/* See <weft/external.h>. Each core has its own channel of the memory's controller, so that transfers of several cores
 * to and from the memory run at the same time; it receives by the packet channel after those of its peers.
 */
#include "link_port.h"

#ifdef WEFT_EXTERNAL_CHANNELS

#include <weft/external.h>

_Static_assert(WEFT_EXTERNAL_CHANNELS >= WEFT_CORES, "the external memory needs a channel for each core");
_Static_assert(WEFT_HIBI_DMA_PACKETS > WEFT_PEERS, "external memory needs a packet channel beside those of the peers");

#define CHANNEL (WEFT_HIBI_DMA_STREAMS + WEFT_PEERS)

static bool is_there(uint32_t place, const void *words, uint32_t count)
{
    const uint32_t bytes = WEFT_EXTERNAL_SIZE - place;
    return place % 4 == 0 && place <= WEFT_EXTERNAL_SIZE && count <= bytes / 4 && weft_link_direct(words);
}

/* Returns the HIBI address of this core's channel, for parameters; that for data follows it. */
static uint32_t channel_address(void)
{
    return WEFT_EXTERNAL_CHANNEL_ADDRESS + WEFT_EXTERNAL_CHANNEL_STRIDE * weft_hibi.node;
}

static void configure(uint32_t source, uint32_t target, uint32_t count, uint32_t command)
{
    const uint32_t parameters[] = {source, target, count, command};
    weft_hibi_send_words(parameters, sizeof parameters / sizeof *parameters, channel_address());
}

static void write_piece(uint32_t place, const uint32_t *words, uint32_t count)
{
    configure(0, place, count, WEFT_EXTERNAL_WRITE);
    weft_hibi_send_words(words, count, channel_address() + 4);
}

static void read_piece(uint32_t place, uint32_t *words, uint32_t count)
{
    const uint32_t to = weft_wire_stream(weft_hibi_address(weft_hibi.node), WEFT_PEERS);
    weft_hibi_receive(CHANNEL, words, count, to);
    configure(place, to, count, WEFT_EXTERNAL_READ);
    while (!weft_hibi_is_received(CHANNEL)) {
    }
    weft_hibi_clear(CHANNEL);
}

static uint32_t piece_of(uint32_t count)
{
    return count < WEFT_HIBI_LONGEST ? count : WEFT_HIBI_LONGEST;
}

bool weft_external_write(uint32_t place, const void *words, uint32_t count)
{
    const uint32_t *from = words;
    if (!is_there(place, words, count)) {
        return false;
    }
    for (uint32_t piece; count > 0; count -= piece, from += piece, place += 4 * piece) {
        piece = piece_of(count);
        write_piece(place, from, piece);
    }
    return true;
}

bool weft_external_read(uint32_t place, void *words, uint32_t count)
{
    uint32_t *to = words;
    if (!is_there(place, words, count)) {
        return false;
    }
    for (uint32_t piece; count > 0; count -= piece, to += piece, place += 4 * piece) {
        piece = piece_of(count);
        read_piece(place, to, piece);
    }
    return true;
}

#endif
