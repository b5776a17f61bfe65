/* Names of contexts: which context the label of a message means (<weft/label.h>).
 *
 * A label has room for seven names. The names 0 and 1 always mean contexts 0 and 1. Each of the other five, 2 to 6, is
 * shared by all contexts that leave the same remainder modulo 5. In messages from one rank to another, a shared name
 * means the context that the sender has last told the receiver by a message of the kind WEFT_LABEL_NAMING; initially it
 * means the context of its own number.
 *
 *      sender                                     receiver
 *      first message in context 9 (name 4)
 *        WEFT_LABEL_NAMING, payload 9  ---------> heard[sender] of name 4: 9 - 4
 *        label (name 4, tag), data  ------------> context 4 + 5 = 9
 *
 * Messages between two ranks arrive in order, so both always agree. A sender tells the receiver a context before its
 * first message in it, and again if another context has used the name in between. So small messages need no head in
 * front of their data, whatever their context.
 */
#ifndef WEFT_NAMES_H
#define WEFT_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/label.h>

#include "arch/small.h"
#include "engine/engine.h"

/* Number of names that contexts share. A library that is compiled to be small, or for more cores than a rank has tables
 * for, shares none: each name means the context of its number. */
#define WEFT_NAME_FIRST 2u
#if WEFT_WORD_BITS == 32 && !WEFT_SMALL && !WEFT_MANY_RANKS
#define WEFT_NAMES (WEFT_LABEL_CONTEXTS - WEFT_NAME_FIRST)
#else
#define WEFT_NAMES 0u
#endif

/* Can a label hold this tag and context? */
static inline bool weft_can_be_named(int32_t tag, uint32_t context)
{
    return (uint32_t)tag < WEFT_LABEL_TAGS && (WEFT_NAMES > 0 || context < WEFT_LABEL_CONTEXTS);
}

#if WEFT_NAMES > 0
/* The meaning of a name, for each peer: the difference between context and name, as told to the peer and as heard from
 * it. */
struct weft_name {
    uint32_t told[WEFT_PEERS];
    uint32_t heard[WEFT_PEERS];
};

/* Defined in names.c, which is linked only into programs that create contexts that share names; in all
 * others each name means the context of its number. */
extern struct weft_name weft_names[WEFT_NAMES];

/* The name of a context. */
struct weft_naming {
    struct weft_name *name;
    uint32_t beyond; /* context - name */
    uint32_t label;  /* the label of its messages with tag 0 */
};

/* names.c: returns the name of a context that shares its name. */
struct weft_naming weft_naming_of(uint32_t context) __attribute__((weak));

/* These three functions have weak definitions in match.c, for programs in which no contexts share names. Those in
 * names.c replace them. */

/* Returns the label of messages from the rank in an envelope; WEFT_LABEL_NONE if they have none, or none yet. */
weft_word weft_label_from(const struct weft_envelope *envelope);

/* Returns the label of messages to the rank in an envelope. If that rank does not know the name of the context yet, it
 * is told; on the fast path (`is_fast`) only while its send window is open. WEFT_LABEL_NONE: there is no label, or the
 * rank cannot be told now. */
weft_word weft_label_to(const struct weft_envelope *envelope, bool is_fast);

/* Handles a message at the head whose label is from that of the first shared name to WEFT_LABEL_NAMING. Replaces the
 * name in its envelope by the context and returns false; or, if the message tells a name, takes it and returns true. */
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
