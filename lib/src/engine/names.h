/* Names of contexts: which context the label of a message means (<weft/label.h>).
 *
 * A label has room for seven names. 0 and 1 are the contexts of these numbers. Each other name is shared by all
 * contexts with the same remainder, and means, in messages from one rank to another, the one that the sender has told
 * the receiver last, by a message of the kind WEFT_LABEL_NAMING; at first the context that is the name itself. Messages
 * between two ranks arrive in order, so that both always agree. A sender tells a context before its first message in
 * it, and again when another one has had the name meanwhile. So small messages of any context are as short as those of
 * the first: no head stands in front of their data.
 */
#ifndef WEFT_NAMES_H
#define WEFT_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/label.h>

#include "arch/small.h"
#include "engine/engine.h"

/* Names that several contexts share. A library that is compiled to be small, and one for more cores than a rank has
 * tables for, uses each for the context of its number alone. */
#define WEFT_NAME_FIRST 2u
#if WEFT_WORD_BITS == 32 && !WEFT_SMALL && !WEFT_MANY_RANKS
#define WEFT_NAMES (WEFT_LABEL_CONTEXTS - WEFT_NAME_FIRST)
#else
#define WEFT_NAMES 0u
#endif

/* Can a message with this tag and context have a label that is its whole envelope? */
static inline bool weft_can_be_named(int32_t tag, uint32_t context)
{
    return (uint32_t)tag < WEFT_LABEL_TAGS && (WEFT_NAMES > 0 || context < WEFT_LABEL_CONTEXTS);
}

#if WEFT_NAMES > 0
/* What a name means, by rank: how much larger the context is than the name. What this rank has told, and what it has
 * heard. */
struct weft_name {
    uint32_t told[WEFT_PEERS];
    uint32_t heard[WEFT_PEERS];
};

/* names.c, which whoever makes contexts that share names refers to: others do without it, and each name is the context
 * of its number. */
extern struct weft_name weft_names[WEFT_NAMES];

/* The name of a context, as labels have it. */
struct weft_naming {
    struct weft_name *name;
    uint32_t beyond; /* the context is larger than the name by this */
    uint32_t label;  /* of its messages with tag 0 */
};

/* names.c: of a context that shares its name. */
struct weft_naming weft_naming_of(uint32_t context) __attribute__((weak));

/* Each of these three is in match.c for programs in which no contexts share names, and in names.c for others. */

/* The label of messages with an envelope, from its rank; or WEFT_LABEL_NONE: they have none, or none yet. */
weft_word weft_label_from(const struct weft_envelope *envelope);

/* The same to its rank, which is told the name of the context if it does not know it: on the fast path only while its
 * send window is open. WEFT_LABEL_NONE: there is none, or the rank cannot be told now. */
weft_word weft_label_to(const struct weft_envelope *envelope, bool is_fast);

/* Of a message at the head with a label from that of the first shared name to WEFT_LABEL_NAMING: puts its context in
 * the place of the name; or takes it, if it tells a name, and returns true. */
bool weft_take_name(struct weft_envelope *envelope, weft_word label);
#else
static inline weft_word weft_label_from(const struct weft_envelope *envelope)
{
    return weft_can_be_named(envelope->tag, envelope->context) ? weft_label(envelope->context, (uint32_t)envelope->tag)
                                                               : WEFT_LABEL_NONE;
}

static inline weft_word weft_label_to(const struct weft_envelope *envelope, bool is_fast)
{
    (void)is_fast;
    return weft_label_from(envelope);
}
#endif

#endif
