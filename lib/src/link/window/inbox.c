/* See inbox.h. */
#include "link/window/inbox.h"

#include "link/wire/wire.h"
#include <stddef.h>
#include <weft/context.h>

#include "arch/diagnostic.h"
#include "arch/linux/pages.h"
#include "link/window/window.h"

/* Words of a queue: 64 MiB, far more than a message. A power of two. */
#define WORDS (UINT32_C(1) << 24)

struct weft_window_inbox weft_window_inboxes[WEFT_WINDOW_SENDERS];

void weft_window_inboxes_reserve(void)
{
    const size_t words = (size_t)WORDS * 2u * WEFT_WINDOW_SENDERS;
    uint32_t *const memory =
        weft_pages_reserve(words * sizeof *memory, "the system has no memory for what comes from the chip");
    for (uint32_t node = 0; node < WEFT_WINDOW_SENDERS; node++) {
        uint32_t *const first = memory + (size_t)WORDS * 2u * node;
        weft_window_inboxes[node] =
            (struct weft_window_inbox){.stream = {.words = first}, .bulk = {.words = first + WORDS}};
    }
}

static void put(struct weft_window_queue *queue, uint32_t word)
{
    if (weft_window_held(queue) == WORDS) {
        weft_fatal("more has come from a node of the chip than a queue holds");
    }
    queue->words[queue->put++ % WORDS] = word;
}

/* A word's address identifies its sender, and says whether it belongs to a long message. */
void weft_window_sort(uint32_t base)
{
    uint32_t address;
    uint32_t data;
    while (weft_window_read(&address, &data)) {
        const uint32_t offset = address - base;
        const uint32_t node = offset / WEFT_WIRE_PEER_BYTES;
        if (node >= WEFT_WINDOW_SENDERS) {
            weft_fatal(
                "a word has come from the chip for an address that no node has: its programs are of another map");
        }
        struct weft_window_inbox *const inbox = &weft_window_inboxes[node];
        put(offset == weft_wire_bulk(0, node) ? &inbox->bulk : &inbox->stream, data);
    }
}

uint32_t weft_window_peek(const struct weft_window_queue *queue, uint32_t ahead)
{
    return queue->words[(queue->taken + ahead) % WORDS];
}

void weft_window_take(struct weft_window_queue *queue, uint32_t *words, uint32_t count)
{
    for (uint32_t word = 0; word < count; word++) {
        words[word] = weft_window_peek(queue, word);
    }
    queue->taken += count;
}
