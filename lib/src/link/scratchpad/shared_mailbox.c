/* Shared mailboxes: where they are, and the reader's side. */
#include "link_port.h"

struct weft_scratchpad_reader weft_scratchpad_readers[WEFT_CORES];

static struct weft_scratchpad_mailbox mailboxes[WEFT_CLUSTERS]; /* by the readers' cluster */
static uint8_t read[WEFT_CORES];                                /* by writer: the number of the last piece taken */

/* Every place counts as one that this reader has emptied. */
static void start_mailbox(struct weft_scratchpad_mailbox *mailbox, uint32_t cluster,
                          struct weft_scratchpad_reader *reader)
{
    mailbox->words = weft_scratchpad_area(weft_scratchpad.node, cluster)->mailbox;
    for (uint32_t place = 0; place < WEFT_SCRATCHPAD_PIECES; place++) {
        mailbox->places[place].reader = reader;
    }
}

void weft_scratchpad_start_reader(uint32_t node)
{
    const uint32_t cluster = weft_scratchpad_cluster_of[node];
    struct weft_scratchpad_reader *const reader = &weft_scratchpad_readers[node];
    reader->mailbox = &mailboxes[cluster];
    reader->there = weft_scratchpad_there(node);
    reader->here = weft_scratchpad_here(node);
    if (!reader->mailbox->words) {
        start_mailbox(reader->mailbox, cluster, reader);
    }
}

/* The next word is put together while the last is on its way. */
void weft_scratchpad_put_bytes(volatile uint32_t *to, const uint8_t *from, uint32_t length)
{
    for (; length >= 4; length -= 4, from += 4) {
        *to++ = (uint32_t)(from[0] | from[1] << 8 | from[2] << 16) | (uint32_t)from[3] << 24;
    }
    uint32_t rest = 0;
    while (length > 0) {
        rest = rest << 8 | from[--length];
    }
    *to = rest;
}

const uint32_t *weft_link_find(uint32_t writer, struct weft_descriptor *descriptor, uint32_t waited)
{
    const volatile uint32_t *const posted = &weft_scratchpad_here(writer)->posted;
    const uint8_t number = (uint8_t)(read[writer] + 1);
    uint32_t word = *posted;
    for (uint32_t polls = 0; word >> WEFT_DESCRIPTOR_NUMBER != number; polls++) {
        if (polls == WEFT_SCRATCHPAD_OWN_POLLS) {
            return 0;
        }
        weft_scratchpad_pause(waited * WEFT_SCRATCHPAD_OWN_POLLS + polls);
        word = *posted;
    }
    descriptor->length = word % (1u << WEFT_DESCRIPTOR_PLACE);
    descriptor->node = (word >> WEFT_DESCRIPTOR_NODE) % (1u << (WEFT_DESCRIPTOR_LAST - WEFT_DESCRIPTOR_NODE));
    descriptor->last = (word >> WEFT_DESCRIPTOR_LAST & 1) != 0;
    const uint32_t place = (word >> WEFT_DESCRIPTOR_PLACE) % WEFT_SCRATCHPAD_PIECES;
    const uint32_t cluster = weft_scratchpad_cluster_of[weft_scratchpad.node];
    return (const uint32_t *)weft_scratchpad_area(writer, cluster)->mailbox[place];
}

void weft_link_taken(uint32_t writer)
{
    const uint8_t number = ++read[writer];
    weft_scratchpad_in_order();
    weft_scratchpad_there(writer)->taken = number;
}
