/* See <weft/external.h>: the PC configures the memory's controller over the bridge as a core does over the bus. It uses
 * the channel of its node, sends the words itself, and finds what it reads in an inbox after those of its peers.
 */
#include "link_port.h"

#ifdef WEFT_EXTERNAL_CHANNELS

#include <weft/external.h>
#include <weft/hibi_dma.h>

#include "link/window/inbox.h"
#include "link/window/window.h"

_Static_assert(WEFT_EXTERNAL_CHANNELS >= WEFT_PEERS, "the external memory needs a channel for each node");
_Static_assert(WEFT_WINDOW_SENDERS > WEFT_PEERS, "what is read comes to an inbox of its own");

static bool is_there(uint32_t place, const void *words, uint32_t count)
{
    const uint32_t bytes = WEFT_EXTERNAL_SIZE - place;
    return place % 4 == 0 && place <= WEFT_EXTERNAL_SIZE && count <= bytes / 4 && weft_link_direct(words);
}

/* Returns the HIBI address of this node's channel, for parameters; that for data follows it. */
static uint32_t channel_address(void)
{
    return WEFT_EXTERNAL_CHANNEL_ADDRESS + WEFT_EXTERNAL_CHANNEL_STRIDE * weft_pcie_own;
}

static void configure(uint32_t source, uint32_t target, uint32_t count, uint32_t command)
{
    const uint32_t parameters[] = {source, target, count, command};
    weft_window_write_words(channel_address(), parameters, sizeof parameters / sizeof *parameters);
}

bool weft_external_write(uint32_t place, const void *words, uint32_t count)
{
    if (!is_there(place, words, count)) {
        return false;
    }
    if (count > 0) {
        configure(0, place, count, WEFT_EXTERNAL_WRITE);
        weft_window_write_words(channel_address() + 4, words, count);
    }
    return true;
}

bool weft_external_read(uint32_t place, void *words, uint32_t count)
{
    struct weft_window_queue *const come = &weft_window_inboxes[WEFT_PEERS].stream;
    const uint32_t base = weft_hibi_address(weft_pcie_own);
    if (!is_there(place, words, count)) {
        return false;
    }
    if (count > 0) {
        configure(place, weft_wire_stream(base, WEFT_PEERS), count, WEFT_EXTERNAL_READ);
    }
    while (weft_window_held(come) < count) {
        weft_window_wait(WEFT_WINDOW_RESTS);
        weft_window_sort(base);
    }
    weft_window_take(come, words, count);
    return true;
}

#endif
