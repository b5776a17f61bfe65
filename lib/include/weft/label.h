/* The label of a message: ten bits that travel in the request word and tell the receiver what to do with the message.
 *
 *     c c c t t t t t t t   an eager message with tag t in the context whose name is c, from 0 to 6; its payload is the
 *                           user's data alone
 *     1 1 1 . . . . k k k   a message of kind k; its other fields are at the head of its payload
 *
 * A message with a small tag in a context that has a name is matched by comparing one word; others use the escape (1 1
 * 1). lib/src/engine/names.h assigns names to contexts: initially each context below 7 is its own name. On platforms
 * whose request words have 64 bits (WEFT_WORD_BITS), names have 7 bits and tags 28.
 */
#ifndef WEFT_LABEL_H
#define WEFT_LABEL_H

#include <stdint.h>
#include <weft/platform.h>

/* A request word, or a part of one. */
#ifndef WEFT_WORD_BITS
#define WEFT_WORD_BITS 32
#endif
#if WEFT_WORD_BITS == 32
typedef uint32_t weft_word;
#define WEFT_LABEL_TAGS 128u   /* tags below this need no escape */
#define WEFT_LABEL_CONTEXTS 7u /* number of names; a context below this can be its own name */
#else
typedef uint64_t weft_word;
#define WEFT_LABEL_TAGS (UINT64_C(1) << 28)
#define WEFT_LABEL_CONTEXTS 128u
#endif
/* The length of a message in bytes: below 2^31 on a chip, possibly more on a host. */
#if WEFT_WORD_BITS == 32
typedef uint32_t weft_length;
#else
typedef uint64_t weft_length;
#endif

#define WEFT_LABEL_ESCAPE (WEFT_LABEL_CONTEXTS * WEFT_LABEL_TAGS)

/* Kinds of messages that use the escape. */
#define WEFT_LABEL_NAMING WEFT_LABEL_ESCAPE       /* payload: a context, which its name means from now on */
#define WEFT_LABEL_EAGER (WEFT_LABEL_ESCAPE + 1u) /* payload: tag, context, data */
#define WEFT_LABEL_RTS (WEFT_LABEL_ESCAPE + 2u)   /* struct weft_rts: ready to send */
#define WEFT_LABEL_CTS (WEFT_LABEL_ESCAPE + 3u)   /* struct weft_cts: clear to send */
#define WEFT_LABEL_DATA (WEFT_LABEL_ESCAPE + 4u)  /* the next bytes of the message */

/* No label. */
#define WEFT_LABEL_NONE ((weft_word)-1)

/* Returns the label of an eager message without escape, in the context with this name. */
static inline weft_word weft_label(uint32_t name, uint32_t tag)
{
    return name * WEFT_LABEL_TAGS + tag;
}

#endif
