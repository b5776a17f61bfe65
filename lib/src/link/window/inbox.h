/* What has come from one node, or the external memory, and has not been taken: messages, and the words of long ones. */
#ifndef WEFT_WINDOW_INBOX_H
#define WEFT_WINDOW_INBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

/* Words, the oldest first. The counts go round at 2^32. */
struct weft_window_queue {
    uint32_t *words;
    uint32_t put;
    uint32_t taken;
};

struct weft_window_inbox {
    struct weft_window_queue stream;
    struct weft_window_queue bulk;
    bool given;    /* a credit */
    uint32_t data; /* messages of data that it has not answered */
};

/* Who sends words here: the nodes, each with an inbox of its number, and the external memory. */
#ifdef WEFT_EXTERNAL_CHANNELS
#define WEFT_WINDOW_SENDERS (WEFT_PEERS + 1)
#else
#define WEFT_WINDOW_SENDERS WEFT_PEERS
#endif

extern struct weft_window_inbox weft_window_inboxes[WEFT_WINDOW_SENDERS];

/* Memory for all queues, in pages that exist once they are used. */
void weft_window_inboxes_reserve(void);

/* Sorts everything that has come over the window, for addresses from `base` on. */
void weft_window_sort(uint32_t base);

static inline uint32_t weft_window_held(const struct weft_window_queue *queue)
{
    return queue->put - queue->taken;
}

/* A word `ahead` of the oldest; takes words, of which there are as many. */
uint32_t weft_window_peek(const struct weft_window_queue *queue, uint32_t ahead);
void weft_window_take(struct weft_window_queue *queue, uint32_t *words, uint32_t count);

#endif
