/* Start, stop and restart of the engine. */
#include "engine/add.h"

void weft_engine_start(int32_t rank, int32_t size, const volatile weft_rank *node_of_rank)
{
    for (int32_t other = size - 1; other >= 0; other--) {
        weft_engine_add(rank, other, node_of_rank[other]);
    }
    weft_engine_begin(rank, size, node_of_rank[rank]);
}

void weft_engine_begin(int32_t rank, int32_t size, uint32_t node)
{
    weft_self()->rank = rank;
    weft_self()->size = size;
    if (WEFT_CREDIT_ON_DEMAND) {
        weft_self()->peers[rank].credits = WEFT_CREDITS;
        weft_self()->peers[rank].owed = 0;
    }
    weft_engine.started = true;
#if WEFT_LINK_HAS_SEND_LIMIT
    weft_set_send_limit();
#endif
    weft_link_start(node, (uint32_t)size);
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
#if WEFT_LINK_HAS_SEND_LIMIT
    weft_set_send_limit();
#endif
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
