/* Tells the engine of a rank about each rank before it begins. Inline, so that the compiler evaluates what is constant
 * if it knows the nodes of the ranks. */
#ifndef WEFT_ADD_H
#define WEFT_ADD_H

#include "engine/state.h"

/* Can a message to or from a node take a fast path? */
static inline bool weft_has_windows(uint32_t node)
{
#ifdef WEFT_LINK_SPEAKS_FOR
    return !WEFT_SMALL && !WEFT_LINK_SPEAKS_FOR(node);
#else
    (void)node;
    return !WEFT_SMALL;
#endif
}

/* Registers rank `rank` on node `node`. Nothing is pending yet, so its windows open if there is credit; those of this
 * rank itself, `own`, stay closed. */
static inline void weft_engine_add(int32_t own, int32_t rank, uint32_t node)
{
    weft_engine.node_of_rank[rank] = (weft_rank)node;
    weft_engine.rank_of_node[node] = (weft_rank)rank;
#if WEFT_LINK_HAS_SEND_LIMIT
    weft_engine.shut += (uint32_t)rank != node;
#endif
    if (weft_has_windows(node) && rank != own) {
        weft_send_windows[rank] = WEFT_SEND_WINDOW_OPEN(node);
        if (!WEFT_CREDIT_ON_DEMAND) {
            weft_self()->peers[rank].receive_word = weft_engine.traffic[rank].receive_word = weft_source_word(node);
        }
    }
#if WEFT_LINK_ASSIGNS
    if (own == 0) { /* rank 0 assigns all ranks; the others wait for that in weft_link_hear_rank() */
        weft_link_assign_rank(node, (uint32_t)rank);
    }
#endif
}

#endif
