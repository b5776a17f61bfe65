/* What has come from one node and has not been taken: messages, and the words of long ones. */
#ifndef WEFT_PCIE_INBOX_H
#define WEFT_PCIE_INBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

/* Words, the oldest first. The counts go round at 2^32. */
struct weft_pcie_queue {
    uint32_t *words;
    uint32_t put;
    uint32_t taken;
};

struct weft_pcie_inbox {
    struct weft_pcie_queue stream;
    struct weft_pcie_queue bulk;
    bool given;    /* a credit */
    uint32_t data; /* messages of data that it has not answered */
};

extern struct weft_pcie_inbox weft_pcie_inboxes[WEFT_PEERS];

/* Memory for all queues, in pages that exist once they are used. */
void weft_pcie_inboxes_reserve(void);

/* Sorts everything that has come over the window, for addresses from `base` on. */
void weft_pcie_sort(uint32_t base);

static inline uint32_t weft_pcie_held(const struct weft_pcie_queue *queue)
{
    return queue->put - queue->taken;
}

/* A word `ahead` of the oldest; takes words, of which there are as many. */
uint32_t weft_pcie_peek(const struct weft_pcie_queue *queue, uint32_t ahead);
void weft_pcie_take(struct weft_pcie_queue *queue, uint32_t *words, uint32_t count);

#endif
