/* The engine's beginning and end. */
#include "engine/state.h"

/* Small data on a chip, as the context is (context.c). */
#ifdef __riscv
__attribute__((section(".sbss.weft_engine")))
#endif
WEFT_PER_RANK struct weft_engine weft_engine;
WEFT_PER_RANK struct weft_store weft_store;

/* Nothing is in progress: the windows are open, if there is credit; this rank's own are closed again afterwards. */
static void start_peer(int32_t rank, uint32_t node)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    weft_engine.node_of_rank[rank] = (weft_rank)node;
    weft_engine.rank_of_node[node] = (weft_rank)rank;
    peer->credits = WEFT_CREDIT_ON_DEMAND ? 1 : WEFT_CREDITS;
    if (WEFT_CREDIT_ON_DEMAND) {
        peer->owed = WEFT_WITHOUT_CREDIT;
    }
    if (!WEFT_SMALL) {
        weft_send_windows[rank] = WEFT_SEND_WINDOW_OPEN(node);
    }
    if (!WEFT_SMALL && !WEFT_CREDIT_ON_DEMAND) {
        peer->receive_word = weft_engine.traffic[rank].receive_word = weft_source_word(node);
    }
}

#if !WEFT_GROWS
static void start_pool(struct weft_pool *pool, void *memory, uint32_t count, uint32_t size)
{
    pool->unused = memory;
    pool->end = pool->unused + count * size;
    pool->size = size;
}
#endif

void weft_engine_start(int32_t rank, int32_t size, const volatile weft_rank *node_of_rank)
{
    weft_self()->rank = rank;
    weft_self()->size = size;
    for (int32_t other = size - 1; other >= 0; other--) {
        const uint32_t node = node_of_rank[other];
        start_peer(other, node);
#if WEFT_LINK_ASSIGNS
        if (WEFT_LIKELY(rank == 0)) { /* who is the last to be ready */
            weft_link_assign_rank(node, (uint32_t)other);
        }
#endif
    }
    if (WEFT_CREDIT_ON_DEMAND) {
        weft_self()->peers[rank].credits = WEFT_CREDITS;
        weft_self()->peers[rank].owed = 0;
    }
    if (!WEFT_SMALL) {
        weft_send_windows[rank] = WEFT_SEND_WINDOW_CLOSED;
        weft_self()->peers[rank].receive_word = weft_engine.traffic[rank].receive_word = 0;
    }
#if WEFT_GROWS
    weft_engine.started = true;
#else
    start_pool(&weft_engine.slots, weft_slots, WEFT_SLOTS, sizeof(struct weft_slot));
    start_pool(&weft_engine.rts_pool, weft_store.rts, WEFT_ANNOUNCEMENTS, sizeof(struct weft_message));
#endif
    weft_link_start(node_of_rank[rank], (uint32_t)size);
}

void weft_engine_stop(void)
{
    while (weft_progress() || weft_engine.sending.first) {
    }
    weft_link_stop();
    weft_self()->size = 0;
    for (int32_t rank = 0; !WEFT_SMALL && rank < WEFT_PEERS; rank++) {
        weft_send_windows[rank] = WEFT_SEND_WINDOW_CLOSED;
        weft_self()->peers[rank].receive_word = 0;
    }
}

void weft_engine_resume(int32_t size)
{
    weft_self()->size = size;
    weft_link_resume();
    for (int32_t rank = 0; rank < size; rank++) {
        weft_update_send_window(rank);
        weft_update_receive_window(rank);
    }
}

uint32_t weft_engine_kept(struct weft_envelope *oldest)
{
    uint32_t count = 0;
    for (const struct weft_node *node = weft_engine.kept.first; node; node = node->next) {
        if (count++ == 0) {
            *oldest = ((const struct weft_message *)node)->envelope;
        }
    }
    return count;
}
