/* Names of contexts that several contexts share (names.h). */
#include "engine/names.h"

#include "engine/state.h"

#if WEFT_NAMES > 0
struct weft_name weft_names[WEFT_NAMES];

/* Computes the remainder by two multiplications, since a division takes a core 33 cycles. */
_Static_assert(WEFT_NAMES == 5, "the factor is 2^34 / 5, rounded up");
struct weft_naming weft_naming_of(uint32_t context)
{
    const uint32_t number = context - WEFT_NAME_FIRST;
    const uint32_t fifth = (uint32_t)((uint64_t)number * UINT32_C(0xCCCCCCCD) >> 34);
    const uint32_t index = number - WEFT_NAMES * fifth;
    const uint32_t name = WEFT_NAME_FIRST + index;
    return (struct weft_naming){&weft_names[index], context - name, (uint32_t)weft_label(name, 0)};
}

/* Tells a rank that a name means this context from now on. Returns whether the link accepted the message. */
static bool tell(int32_t rank, uint32_t context, const struct weft_naming *naming)
{
    const bool is_told = weft_link_try_send(weft_node_of(rank), WEFT_LABEL_NAMING, &context, (uint32_t)sizeof context);
    if (is_told) {
        naming->name->told[rank] = naming->beyond;
    }
    return is_told;
}

weft_word weft_label_to(const struct weft_envelope *envelope, bool is_fast)
{
    const uint32_t tag = (uint32_t)envelope->tag;
    const int32_t rank = envelope->rank;
    if (tag >= WEFT_LABEL_TAGS) {
        return WEFT_LABEL_NONE;
    }
    if (envelope->context < WEFT_NAME_FIRST) {
        return weft_label(envelope->context, tag);
    }
    const struct weft_naming naming = weft_naming_of(envelope->context);
    const bool may_tell = !is_fast || weft_send_windows[rank] != WEFT_SEND_WINDOW_CLOSED;
    const bool is_known =
        naming.name->told[rank] == naming.beyond || (may_tell && tell(rank, envelope->context, &naming));
    return is_known ? naming.label + tag : WEFT_LABEL_NONE;
}

weft_word weft_label_from(const struct weft_envelope *envelope)
{
    const uint32_t tag = (uint32_t)envelope->tag;
    if (tag >= WEFT_LABEL_TAGS) {
        return WEFT_LABEL_NONE;
    }
    if (envelope->context < WEFT_NAME_FIRST) {
        return weft_label(envelope->context, tag);
    }
    const struct weft_naming naming = weft_naming_of(envelope->context);
    return naming.name->heard[envelope->rank] == naming.beyond ? naming.label + tag : WEFT_LABEL_NONE;
}

/* Takes the message by which a rank tells the meaning of a name. */
static void hear(int32_t rank)
{
    weft_link_take(&weft_engine.heard);
    const struct weft_naming naming = weft_naming_of(weft_engine.heard.context);
    naming.name->heard[rank] = naming.beyond;
}

bool weft_take_name(struct weft_envelope *envelope, weft_word label)
{
    if (label == WEFT_LABEL_NAMING) {
        hear(envelope->rank);
        return true;
    }
    envelope->context += weft_names[envelope->context - WEFT_NAME_FIRST].heard[envelope->rank];
    return false;
}
#else
typedef int weft_names_are_contexts;
#endif
