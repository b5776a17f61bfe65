/* The start and end of the link, and the layout of the memory that the ranks share:
 *
 *     job | single copy | senders of each rank | a channel for each ordered pair of ranks */
#include "link_port.h"

WEFT_PER_RANK struct weft_shm weft_shm;

/* Returns the bytes of the ring of one pair: room for many messages in small jobs, for four blocks in large ones. */
static uint32_t ring_bytes(uint32_t count)
{
    return count <= 16 ? 16 * WEFT_LINK_BLOCK : 4 * WEFT_LINK_BLOCK;
}

static size_t channel_bytes(uint32_t count)
{
    return sizeof(struct weft_channel) + ring_bytes(count);
}

/* Bytes before the senders, in whole lines; and before the first channel. */
static size_t single_bytes(void)
{
    return (sizeof(struct weft_single) + WEFT_LINE - 1) / WEFT_LINE * WEFT_LINE;
}

static size_t head_bytes(uint32_t count)
{
    return single_bytes() + count * sizeof(struct weft_senders);
}

/* Pages of pairs that never communicate are never touched, and take no memory. */
static size_t shared_bytes(uint32_t count)
{
    return head_bytes(count) + (size_t)count * count * channel_bytes(count);
}

static struct weft_senders *senders_of(uint32_t node)
{
    return (struct weft_senders *)(void *)((uint8_t *)weft_shm.single + single_bytes()) + node;
}

static struct weft_channel *channel(uint32_t from, uint32_t to)
{
    uint8_t *const first = (uint8_t *)weft_shm.single + head_bytes(weft_shm.count);
    const size_t number = (size_t)from * weft_shm.count + to;
    return (struct weft_channel *)(void *)(first + number * channel_bytes(weft_shm.count));
}

static struct weft_outbox outbox(uint32_t from, uint32_t to, uint32_t count)
{
    return (struct weft_outbox){
        .channel = channel(from, to),
        .ring_bytes = ring_bytes(count),
        .cells_back = 0u - WEFT_CELLS,
        .rank = from,
        .senders = senders_of(to),
    };
}

static bool knows(uint32_t node)
{
    uint32_t i = 0;
    while (i < weft_shm.heard && weft_shm.heard_of[i] != node) {
        i++;
    }
    return i < weft_shm.heard;
}

static void learn(uint32_t first, uint64_t set)
{
    for (uint32_t node = first; set != 0; node++, set >>= 1) {
        if ((set & 1) != 0 && !knows(node)) {
            weft_shm.heard_of[weft_shm.heard++] = (weft_rank)node;
        }
    }
}

/* Reads the count first: a sender that is added meanwhile changes it again, so that this function is called again. */
void weft_shm_learn_senders(void)
{
    weft_shm.known = atomic_load(&weft_shm.senders->count);
    for (uint32_t i = 0; i < WEFT_SENDER_SETS; i++) {
        learn(64 * i, atomic_load(&weft_shm.senders->sets[i]));
    }
}

void weft_link_start(uint32_t node, uint32_t count)
{
    weft_shm = (struct weft_shm){.job = weft_job_join(shared_bytes(count)), .node = node, .count = count};
    weft_shm.single = (struct weft_single *)(void *)(weft_shm.job + 1);
    weft_shm_prepare_to_wait();
    weft_shm.senders = senders_of(node);
    for (uint32_t other = 0; other < count; other++) {
        weft_shm.outboxes[other] = outbox(node, other, count);
        weft_shm.inboxes[other] = (struct weft_inbox){.channel = channel(other, node), .ring_bytes = ring_bytes(count)};
    }
    weft_single_offer();
    weft_job_enter(WEFT_JOB_INSIDE);
    weft_shm_barrier(count);
    weft_single_decide();
}

void weft_link_stop(void)
{
    weft_job_enter(WEFT_JOB_FINISHED);
}

void weft_link_resume(void)
{
    weft_job_enter(WEFT_JOB_INSIDE);
}
