/* Sends one message at a time to each accelerator, and receives its answer by a packet channel. */
#include "link/accel/accelerator.h"

#include "link/wire/wire.h"
#include <weft/context.h>
#include <weft/hibi_dma.h>

#if WEFT_ACCELERATOR_BITS != 0

#include "arch/copy.h"
#include "arch/diagnostic.h"

#define DECLARE(node, kind) extern const struct weft_accelerator weft_accelerator_##kind;
WEFT_ACCELERATORS(DECLARE)

/* The answer that a core awaits from an accelerator. */
struct waiting {
    weft_word head; /* request word of the answer; 0: nothing was sent */
    uint32_t words[WEFT_ACCELERATOR_MESSAGE / 4];
};

static struct waiting waiting[WEFT_PEERS];

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

static const struct weft_accelerator *driver_of(uint32_t node)
{
    switch (node) {
#define CASE(number, kind)                                                                                             \
    case number:                                                                                                       \
        return &weft_accelerator_##kind;
        WEFT_ACCELERATORS(CASE)
    default:
        return 0;
    }
}

static inline uint32_t channel_of(uint32_t node)
{
    return WEFT_HIBI_DMA_STREAMS + node;
}

bool weft_accel_try_send(uint32_t own, uint32_t node, weft_word label, const void *message, uint32_t length)
{
    const struct weft_accelerator *const accelerator = driver_of(node);
    struct waiting *const answer = &waiting[node];
    const uint32_t to = weft_wire_bulk(weft_hibi_address(own), node);
    if (answer->head != 0) {
        return false;
    }
    if (length != accelerator->request || label >= WEFT_LABEL_ESCAPE) {
        weft_fatal("a message to an accelerator must be as long as it takes, and have a small tag or port");
    }
    answer->head = weft_wire_head(node, label, accelerator->answer);
    weft_hibi_receive(channel_of(node), answer->words, accelerator->answer / 4, to);
    accelerator->give(addresses[node], message, to);
    return true;
}

weft_word weft_accel_look(uint32_t node)
{
    const struct waiting *const answer = &waiting[node];
    return answer->head != 0 && weft_hibi_is_received(channel_of(node)) ? answer->head : 0;
}

void weft_accel_take(uint32_t node, void *buffer)
{
    struct waiting *const answer = &waiting[node];
    weft_copy_words(buffer, answer->words, driver_of(node)->answer / 4);
    weft_hibi_clear(channel_of(node));
    answer->head = 0;
}

#endif
