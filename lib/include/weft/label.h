/* The label of a message: ten bits that travel in the request word and tell the receiver what to do with the message.
 *
 *     0 c c t t t t t t t   an eager message with context c and tag t; its payload is the user's data alone
 *     1 k k k . . . . . .   a message of kind k; what else there is to say stands at the head of its payload
 *
 * So a message with a small context and tag is matched by comparing one word, and larger values take the escape.
 */
#ifndef WEFT_LABEL_H
#define WEFT_LABEL_H

#include <stdint.h>

#define WEFT_LABEL_TAGS 128   /* tags below this need no escape */
#define WEFT_LABEL_CONTEXTS 4 /* nor do contexts below this */
#define WEFT_LABEL_ESCAPE 0x200u

enum weft_label_kind {
    WEFT_LABEL_EAGER = WEFT_LABEL_ESCAPE | 0u << 6,    /* tag, context, data */
    WEFT_LABEL_ANNOUNCE = WEFT_LABEL_ESCAPE | 1u << 6, /* struct weft_announcement: a message waits at its sender */
    WEFT_LABEL_GRANT = WEFT_LABEL_ESCAPE | 2u << 6,    /* struct weft_grant: the receiver is ready for it */
    WEFT_LABEL_DATA = WEFT_LABEL_ESCAPE | 3u << 6,     /* the next bytes of the granted message */
};

/* The label of an eager message without escape. */
static inline uint32_t weft_label(uint32_t context, uint32_t tag)
{
    return context * WEFT_LABEL_TAGS + tag;
}

#endif
