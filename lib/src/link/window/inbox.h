/* Words that have come from one node, or from the external memory, and have not been taken: messages, and the words of
 * long ones. */
#ifndef WEFT_WINDOW_INBOX_H
#define WEFT_WINDOW_INBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

/* Words, the oldest first. The counts wrap around at 2^32. */
struct weft_window_queue {
    uint32_t *words;
    uint32_t put;
    uint32_t taken;
};

struct weft_window_inbox {
    struct weft_window_queue stream;
    struct weft_window_queue bulk;
    bool given;    /* a credit */
    uint32_t data; /* data messages that it has not answered */
};

/* Senders of words to this node: the nodes, each with the inbox of its number, and the external memory. */
#ifdef WEFT_EXTERNAL_CHANNELS
#define WEFT_WINDOW_SENDERS (WEFT_PEERS + 1)
#else
#define WEFT_WINDOW_SENDERS WEFT_PEERS
#endif

extern struct weft_window_inbox weft_window_inboxes[WEFT_WINDOW_SENDERS];

/* Reserves memory for all queues; its pages are allocated when they are first used. */
void weft_window_inboxes_reserve(void);

/* Sorts all words that have come over the window into the inboxes; `base` is this node's first address. */
void weft_window_sort(uint32_t base);

static inline uint32_t weft_window_held(const struct weft_window_queue *queue)
{
    return queue->put - queue->taken;
}

/* Returns the word `ahead` places after the oldest. weft_window_take(): takes `count` words, which must have come. */
uint32_t weft_window_peek(const struct weft_window_queue *queue, uint32_t ahead);
void weft_window_take(struct weft_window_queue *queue, uint32_t *words, uint32_t count);

#endif
