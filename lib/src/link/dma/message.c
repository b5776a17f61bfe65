/* Messages in landing slots, and what the controller fetches. */
#include "link/link.h"

#include "copy.h"

#define LOOKS 32 /* for a message that may be about to come, before the core sleeps or does something else */

static struct weft_dma_slot *next_slot(uint32_t sender)
{
    return &weft_dma_landing.slots[sender][weft_dma.received[sender] % WEFT_DMA_SLOTS];
}

static inline weft_word request_word(weft_word label, uint32_t length)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, weft_dma.node) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
}

static bool has_room(uint32_t node)
{
    return weft_dma.sent[node] - weft_dma_landing.taken[node] < WEFT_DMA_SLOTS;
}

/* Fills the next slot at a node, word by word over the bus, and wakes it. */
static void land(uint32_t node, weft_word word, const void *data, uint32_t bytes)
{
    struct weft_dma_landing *const landing = weft_dma_landing_of(node);
    struct weft_dma_slot *const slot = &landing->slots[weft_dma.node][weft_dma.sent[node] % WEFT_DMA_SLOTS];
    weft_copy(slot->data, data, (bytes + 3) / 4 * 4);
    slot->word = word;
    weft_dma.sent[node]++;
    weft_dma_wake(node);
}

bool weft_dma_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const bool room = has_room(node);
    if (room) {
        land(node, request_word(label, length), buffer, length);
    }
    return room;
}

/* A place in this core's data memory, or in the shared memory, as the bus sees it. */
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
    while (weft_dma_landing.taken[node] != weft_dma.sent[node]) {
        weft_dma_sleep();
    }
}

/* Has the controller copy words between bus addresses. Its last piece is a word of this core's own memory, so that
 * waiting for the end costs no bus transfers. */
static void copy_by_controller(uint32_t from, uint32_t to, uint32_t words)
{
    static const uint32_t one = 1;
    static volatile uint32_t done;
    static struct weft_pl080_piece pieces[3];
    const uint32_t first = words < WEFT_PL080_LONGEST ? words : WEFT_PL080_LONGEST;
    const uint32_t last = bus_address(&pieces[2]);
    pieces[0] = weft_pl080_copy(from, to, first, words > first ? bus_address(&pieces[1]) : last);
    pieces[1] = weft_pl080_copy(from + 4 * first, to + 4 * first, words - first, last);
    pieces[2] = weft_pl080_copy(bus_address(&one), bus_address(&done), 1, 0);
    struct weft_pl080_channel *const channel = &((struct weft_pl080 *)WEFT_DMA_BASE)->C[weft_dma.node];
    done = 0;
    weft_pl080_load(channel, &pieces[0]);
    weft_pl080_start(channel, 0);
    while (done == 0) {
    }
}

/* Fetches a message that lies at its sender; the controller moves words, the bytes behind the last one the core. */
static void fetch(uint32_t from, uint8_t *to, uint32_t length)
{
    const uint32_t whole = length / 4 * 4;
    copy_by_controller(from, bus_address(to), whole / 4);
    if (whole < length) {
        const uint32_t last = *(const volatile uint32_t *)(from + whole);
        weft_copy(to + whole, &last, length - whole);
    }
}

/* The sender waits for this if its message was long, or if all slots but the freed one are full. If so, it has seen
 * the slots full before it saw this one freed, and the last slot was written before: it is looked at after the sender
 * has been told. */
static void tell_sender(uint32_t sender, bool waits)
{
    const uint32_t received = weft_dma.received[sender];
    weft_dma_landing_of(sender)->taken[weft_dma.node] = received;
    __asm__ volatile("fence" : : : "memory");
    const uint32_t last = (received + WEFT_DMA_SLOTS - 2) % WEFT_DMA_SLOTS;
    if (waits || weft_dma_landing.slots[sender][last].word != 0) {
        weft_dma_wake(sender);
    }
}

void weft_dma_take(void *buffer)
{
    struct weft_dma_slot *const slot = next_slot(weft_dma.from);
    const uint32_t length = WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_dma.head);
    const bool is_long = length > WEFT_LINK_BLOCK;
    if (is_long) {
        fetch(slot->data[0], buffer, length);
    } else {
        weft_copy(buffer, slot->data, length);
    }
    slot->word = 0;
    weft_dma.head = 0;
    weft_dma.received[weft_dma.from]++;
    tell_sender(weft_dma.from, is_long);
}

/* Goes round the senders, from the one behind the last that had something: each has its turn. */
weft_word weft_dma_look(void)
{
    for (uint32_t looks = 0; looks < WEFT_CORES && weft_dma.head == 0; looks++) {
        weft_dma.from = (weft_dma.from + 1) % WEFT_CORES;
        weft_dma.head = next_slot(weft_dma.from)->word;
    }
    return weft_dma.head;
}

weft_word weft_dma_look_for(uint32_t node)
{
    const struct weft_dma_slot *const slot = next_slot(node);
    if (weft_dma.head != 0) {
        return 0;
    }
    for (uint32_t looks = 0; looks < LOOKS && slot->word == 0; looks++) {
    }
    weft_dma.from = node;
    weft_dma.head = slot->word;
    return weft_dma.head;
}
