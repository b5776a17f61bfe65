/* The engine's beginning and end. */
#include "engine/state.h"

#include "report.h"

/* Small data on a chip: the linker then addresses it from the global pointer, which saves the fast paths a cycle. */
#ifdef __riscv
#define NEAR(name) __attribute__((section(".sbss." #name)))
#else
#define NEAR(name)
#endif
NEAR(weft_this_rank) WEFT_PER_RANK struct weft_context weft_this_rank;
NEAR(weft_send_gates) WEFT_PER_RANK int32_t weft_send_gates[WEFT_CORES];
NEAR(weft_engine) WEFT_PER_RANK struct weft_engine weft_engine;
WEFT_PER_RANK struct weft_store weft_store;

static void start_peer(int32_t rank, uint8_t node)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    weft_engine.node_of_rank[rank] = node;
    peer->credits = WEFT_CREDITS;
    weft_engine.rank_of_node[node] = (uint8_t)rank;
    weft_set_gates(rank);
}

void weft_engine_start(int32_t rank, int32_t size, const volatile uint8_t *node_of_rank)
{
    weft_self()->rank = rank;
    weft_self()->size = size;
    weft_list_clear(&weft_engine.posted);
    weft_list_clear(&weft_engine.waiting);
    weft_list_clear(&weft_engine.sending);
    weft_list_clear(&weft_engine.kept);
    for (int32_t other = 0; other < WEFT_CORES; other++) {
        weft_send_gates[other] = WEFT_GATE_CLOSED;
    }
    for (int32_t other = 0; other < size; other++) {
        start_peer(other, node_of_rank[other]);
    }
    weft_engine.slots = weft_slots_reserve((uint32_t)size);
    weft_link_start(node_of_rank[rank], (uint32_t)size);
}

void weft_engine_stop(void)
{
    while (weft_progress() || weft_engine.sending.first) {
    }
    weft_link_stop();
    weft_self()->size = 0;
    for (int32_t other = 0; other < WEFT_CORES; other++) {
        weft_send_gates[other] = WEFT_GATE_CLOSED;
        weft_self()->peers[other].receive_word = 0;
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
