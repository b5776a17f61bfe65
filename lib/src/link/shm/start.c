/* The beginning and end of the link: the memory between the ranks. */
#include "link_port.h"

WEFT_PER_RANK struct weft_shm weft_shm;

/* Bytes of the ring of one pair: room for many messages in small jobs, for four blocks in large ones. */
static uint32_t ring_bytes(uint32_t count)
{
    return count <= 16 ? 16 * WEFT_LINK_BLOCK : 4 * WEFT_LINK_BLOCK;
}

static size_t channel_bytes(uint32_t count)
{
    return sizeof(struct weft_channel) + ring_bytes(count);
}

/* What comes before the first channel, in whole lines. */
static size_t single_bytes(void)
{
    return (sizeof(struct weft_single) + WEFT_LINE - 1) / WEFT_LINE * WEFT_LINE;
}

static size_t shared_bytes(uint32_t count)
{
    return single_bytes() + (size_t)count * count * channel_bytes(count);
}

static struct weft_channel *channel(uint32_t from, uint32_t to)
{
    uint8_t *const first = (uint8_t *)weft_shm.single + single_bytes();
    return (struct weft_channel *)(void *)(first + (from * weft_shm.count + to) * channel_bytes(weft_shm.count));
}

void weft_link_start(uint32_t node, uint32_t count)
{
    weft_shm = (struct weft_shm){.job = weft_job_join(shared_bytes(count)), .node = node, .count = count};
    weft_shm.single = (struct weft_single *)(void *)(weft_shm.job + 1);
    weft_shm_prepare_to_wait();
    for (uint32_t other = 0; other < count; other++) {
        weft_shm.outboxes[other] =
            (struct weft_outbox){.channel = channel(node, other), .ring_bytes = ring_bytes(count)};
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
