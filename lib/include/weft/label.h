/* The label of a message: ten bits that travel in the request word and tell the receiver what to do with the message.
 *
 *     c c c t t t t t t t   an eager message with tag t in the context whose name is c, from 0 to 6; its payload is the
 *                           user's data alone
 *     1 1 1 . . . . k k k   a message of kind k; what else there is to say stands at the head of its payload
 *
 * So a message with a small tag is matched by comparing one word, and larger values take the escape. Which context has
 * which name is in lib/src/engine/names.h: those below 7 are their own names at first. Where the platform's request
 * words have 64 bits (WEFT_WORD_BITS), contexts have seven of them and tags 28.
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
#define WEFT_LABEL_CONTEXTS 7u /* names of contexts; contexts below this can be their own */
#else
typedef uint64_t weft_word;
#define WEFT_LABEL_TAGS (UINT64_C(1) << 28)
#define WEFT_LABEL_CONTEXTS 128u
#endif
/* The length of a message in bytes: a chip's memory has fewer than 2^31, a machine's may have more. */
#if WEFT_WORD_BITS == 32
typedef uint32_t weft_length;
#else
typedef uint64_t weft_length;
#endif

#define WEFT_LABEL_ESCAPE (WEFT_LABEL_CONTEXTS * WEFT_LABEL_TAGS)

/* The kinds with the escape. */
#define WEFT_LABEL_NAMING WEFT_LABEL_ESCAPE       /* a context: its name is its own from now on */
#define WEFT_LABEL_EAGER (WEFT_LABEL_ESCAPE + 1u) /* tag, context, data */
#define WEFT_LABEL_RTS (WEFT_LABEL_ESCAPE + 2u)   /* struct weft_rts: a message waits at its sender */
#define WEFT_LABEL_CTS (WEFT_LABEL_ESCAPE + 3u)   /* struct weft_cts: the receiver is ready for it */
#define WEFT_LABEL_DATA (WEFT_LABEL_ESCAPE + 4u)  /* the next bytes of the message */

/* No label. */
#define WEFT_LABEL_NONE ((weft_word)-1)

/* The label of an eager message without escape, in a context with this name. */
static inline weft_word weft_label(uint32_t name, uint32_t tag)
{
    return name * WEFT_LABEL_TAGS + tag;
}

#endif
