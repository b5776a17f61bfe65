/* The label of a message: ten bits that travel in the request word and tell the receiver what to do with the message.
 *
 *     0 c c t t t t t t t   an eager message with context c and tag t; its payload is the user's data alone
 *     1 k k k . . . . . .   a message of kind k; what else there is to say stands at the head of its payload
 *
 * So a message with a small context and tag is matched by comparing one word, and larger values take the escape. Where
 * the platform's request words have 64 bits (WEFT_WORD_BITS), contexts have seven of them and tags 28.
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
#define WEFT_LABEL_CONTEXTS 4u /* nor do contexts below this */
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
#define WEFT_LABEL_EAGER (WEFT_LABEL_ESCAPE | 0u << 6) /* tag, context, data */
#define WEFT_LABEL_RTS                                                                                                 \
    (WEFT_LABEL_ESCAPE | 1u << 6)                     /* struct weft_rts: a message waits at its sender                \
                                                       */
#define WEFT_LABEL_CTS (WEFT_LABEL_ESCAPE | 2u << 6)  /* struct weft_cts: the receiver is ready for it */
#define WEFT_LABEL_DATA (WEFT_LABEL_ESCAPE | 3u << 6) /* the next bytes of the message */

/* The label of an eager message without escape. */
static inline weft_word weft_label(uint32_t context, uint32_t tag)
{
    return context * WEFT_LABEL_TAGS + tag;
}

#endif
