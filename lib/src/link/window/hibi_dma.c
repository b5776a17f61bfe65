/* See <weft/hibi_dma.h>. */
#include <weft/hibi_dma.h>

#include <weft/context.h>

#include "link/window/inbox.h"
#include "link/window/window.h"

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

/* The words that a driver expects from a node. */
struct expected {
    uint32_t *words;
    uint32_t count;
    bool is_received;
};

static struct expected expected[WEFT_PEERS];

uint32_t weft_hibi_address(uint32_t node)
{
    return addresses[node];
}

static uint32_t node_of(uint32_t channel)
{
    return channel - WEFT_HIBI_DMA_STREAMS;
}

void weft_hibi_begin(const void *words, uint32_t count, uint32_t address)
{
    weft_window_write_words(address, words, count);
}

void weft_hibi_receive(uint32_t channel, void *words, uint32_t count, uint32_t address)
{
    (void)address;
    expected[node_of(channel)] = (struct expected){.words = words, .count = count};
}

bool weft_hibi_is_received(uint32_t channel)
{
    struct expected *const own = &expected[node_of(channel)];
    struct weft_window_queue *const bulk = &weft_window_inboxes[node_of(channel)].bulk;
    if (!own->is_received && weft_window_held(bulk) >= own->count) {
        weft_window_take(bulk, own->words, own->count);
        own->is_received = true;
    }
    return own->is_received;
}

void weft_hibi_clear(uint32_t channel)
{
    expected[node_of(channel)].is_received = false;
}
