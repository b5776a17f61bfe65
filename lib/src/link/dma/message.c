/* Messages in landing slots, and long messages that the controller fetches. */
#include "link_port.h"

#include <weft/msip.h>

#include "arch/copy.h"

#define LOOKS 4 /* polls for a message that may be about to come, before the core sleeps */

/* Keeps the compiler from moving accesses across: data are in a slot before its request word, and are read before the
 * slot is freed. */
static inline void in_order(void)
{
    __asm__ volatile("" : : : "memory");
}

static inline void wake(uint32_t node)
{
    *weft_msip(node) = 1;
}

/* Sending. */

static inline weft_word request_word(weft_word label, uint32_t length)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, weft_dma.node) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
}

static inline bool has_room(uint32_t node)
{
    return weft_dma.peers[node].sent - weft_dma_landing.taken[node] < WEFT_DMA_SLOTS;
}

/* Fills the next slot at a node, word by word over the bus, and wakes the node. */
static inline void land(uint32_t node, weft_word word, const uint32_t *data, uint32_t bytes)
{
    struct weft_dma_peer *const peer = &weft_dma.peers[node];
    const uint32_t slot = peer->sent % WEFT_DMA_SLOTS;
    weft_copy_words(peer->landing->data[weft_dma.node][slot], data, (bytes + 3) / 4);
    in_order();
    peer->landing->words[weft_dma.node][slot] = word;
    peer->sent++;
    wake(node);
}

bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const bool room = has_room(node);
    if (room) {
        land(node, request_word(label, length), buffer, length);
    }
    return room;
}

/* Returns the bus address of a place in this core's data memory or in the shared memory. */
static uint32_t bus_address(const volatile void *place)
{
    const uint32_t address = (uint32_t)(uintptr_t)place;
    return address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE ? weft_bus_address(weft_dma.node, place) : address;
}

void weft_dma_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    while (!has_room(node)) {
        weft_dma_sleep();
    }
    if (length <= WEFT_LINK_BLOCK) {
        land(node, request_word(label, length), buffer, length);
        return;
    }
    const uint32_t place = bus_address(buffer);
    land(node, request_word(label, length), &place, sizeof place);
    while (weft_dma_landing.taken[node] != weft_dma.peers[node].sent) {
        weft_dma_sleep();
    }
}

/* Receiving. */

/* Has the controller copy words between bus addresses, and polls for the end. The controller's last piece copies a word
 * within this core's memory, so that polling takes no bus transfers. */
static void copy_by_controller(uint32_t from, uint32_t to, uint32_t words)
{
    static const uint32_t one = 1;
    static volatile uint32_t done;
    static struct weft_pl080_piece behind[2];
    struct weft_pl080_channel *const channel = &((struct weft_pl080 *)WEFT_DMA_BASE)->C[weft_dma.node];
    const uint32_t last = weft_bus_address(weft_dma.node, &behind[1]);
    struct weft_pl080_piece first = weft_pl080_copy(from, to, words, last);
    if (words > WEFT_PL080_LONGEST) {
        const uint32_t half = words / 2;
        behind[0] = weft_pl080_copy(from + 4 * half, to + 4 * half, words - half, last);
        first = weft_pl080_copy(from, to, half, weft_bus_address(weft_dma.node, &behind[0]));
    }
    behind[1] = weft_pl080_copy(weft_bus_address(weft_dma.node, &one), weft_bus_address(weft_dma.node, &done), 1, 0);
    done = 0;
    weft_pl080_load(channel, &first);
    weft_pl080_start(channel, 0);
    while (done == 0) {
    }
}

/* Fetches a message from its sender's memory: the controller copies the words, the core the bytes after the last of
 * them. */
static void fetch(uint32_t from, uint8_t *to, uint32_t length)
{
    const uint32_t whole = length / 4 * 4;
    copy_by_controller(from, bus_address(to), whole / 4);
    if (whole < length) {
        const uint32_t last = *(const volatile uint32_t *)(from + whole);
        weft_copy(to + whole, &last, length - whole);
    }
}

/* Tells a sender that its message has been taken. The sender may sleep until then if the message was long, or if all
 * the other slots are full too. In that case it saw the slots full before it saw this one freed, and had written the
 * slot before this one: so that slot is read after the sender has been told. */
static inline void tell_sender(uint32_t sender, bool waits)
{
    const struct weft_dma_peer *const peer = &weft_dma.peers[sender];
    peer->landing->taken[weft_dma.node] = peer->received;
    __asm__ volatile("fence" : : : "memory");
    if (waits || weft_dma_landing.words[sender][(peer->received - 2) % WEFT_DMA_SLOTS] != 0) {
        wake(sender);
    }
}

void weft_link_take(void *buffer)
{
    const uint32_t sender = weft_dma.nodes[weft_dma.turn];
    const uint32_t slot = weft_dma.peers[sender].received % WEFT_DMA_SLOTS;
    const uint32_t *const data = weft_dma_landing.data[sender][slot];
    const uint32_t length = WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_dma.head);
    const bool is_long = length > WEFT_LINK_BLOCK;
    if (is_long) {
        fetch(data[0], buffer, length);
    } else if (length % 4 == 0) {
        weft_copy_words(buffer, data, length / 4);
    } else {
        weft_copy(buffer, data, length);
    }
    in_order();
    weft_dma_landing.words[sender][slot] = 0;
    weft_dma.peers[sender].received++;
    weft_dma.head = 0;
    tell_sender(sender, is_long);
}

/* Polls the senders round robin, from the one after the last that had a message. */
weft_word weft_dma_look(void)
{
    for (uint32_t looks = 0; looks < weft_dma.count; looks++) {
        weft_dma.turn = weft_dma.turn + 1 < weft_dma.count ? weft_dma.turn + 1 : 0;
        const uint32_t sender = weft_dma.nodes[weft_dma.turn];
        weft_dma.head = weft_dma_landing.words[sender][weft_dma.peers[sender].received % WEFT_DMA_SLOTS];
        if (weft_dma.head != 0) {
            break;
        }
    }
    return weft_dma.head;
}

weft_word weft_link_wait_head(void)
{
    uint32_t looks = 0;
    while (weft_link_head() == 0) {
        if (++looks % LOOKS == 0) {
            weft_dma_sleep();
        }
    }
    return weft_dma.head;
}
