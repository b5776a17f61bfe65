/* A set of nodes: a bit for each. */
#ifndef WEFT_MCAPI_NODE_SET_H
#define WEFT_MCAPI_NODE_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>

#define WEFT_MCAPI_SET_WORDS ((WEFT_PEERS + 31) / 32)

struct weft_mcapi_nodes {
    uint32_t words[WEFT_MCAPI_SET_WORDS];
};

static inline void weft_mcapi_nodes_add(struct weft_mcapi_nodes *set, uint32_t node)
{
    set->words[node / 32 % WEFT_MCAPI_SET_WORDS] |= UINT32_C(1) << node % 32;
}

/* Moves all nodes of a set into another. */
static inline void weft_mcapi_nodes_move(struct weft_mcapi_nodes *to, struct weft_mcapi_nodes *from)
{
    for (uint32_t i = 0; i < WEFT_MCAPI_SET_WORDS; i++) {
        to->words[i] |= from->words[i];
        from->words[i] = 0;
    }
}

/* Returns the first word that is not 0, or the last word. */
static inline uint32_t *weft_mcapi_nodes_word(struct weft_mcapi_nodes *set)
{
    uint32_t *word = set->words;
    while (word != &set->words[WEFT_MCAPI_SET_WORDS - 1] && *word == 0) {
        word++;
    }
    return word;
}

static inline bool weft_mcapi_nodes_are_none(struct weft_mcapi_nodes *set)
{
    return *weft_mcapi_nodes_word(set) == 0;
}

/* Takes the lowest node out of a set that is not empty. */
static inline int32_t weft_mcapi_nodes_take(struct weft_mcapi_nodes *set)
{
    uint32_t *const word = weft_mcapi_nodes_word(set);
    uint32_t node = 0;
    while ((*word >> node & 1) == 0) {
        node++;
    }
    *word &= *word - 1;
    return (int32_t)(node + 32 * (uint32_t)(word - set->words));
}

#endif
