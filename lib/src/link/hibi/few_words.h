/* Copies by the core of the few words of a short message. Included by ring_words.h. */
#ifndef WEFT_FEW_WORDS_H
#define WEFT_FEW_WORDS_H

/* Copies a few whole words, two at a time, so that no store waits for its load. */
WEFT_INLINE void weft_hibi_copy_few(weft_hibi_word *to, const weft_hibi_word *from, uint32_t count)
{
    if (count > 1) {
        const weft_hibi_word *end = from + (count & ~1u);
        WEFT_COMPUTE_NOW(end);
        do {
            const uint32_t first = from[0];
            const uint32_t second = from[1];
            from += 2;
            to += 2;
            WEFT_COMPUTE_NOW(to);
            to[-2] = first;
            to[-1] = second;
        } while (from != end);
    }
    if (count % 2 != 0) {
        *to = *from;
    }
}

/* Copies the data of a short message; of a partial last word, only its bytes. */
WEFT_INLINE void weft_hibi_unpack(void *data, const weft_hibi_word *words, uint32_t length)
{
    weft_hibi_copy_few(data, words, length / 4);
    if (length % 4 != 0) {
        weft_hibi_unpack_last(data, length, words[length / 4]);
    }
}

/* Copies the data of a message of more than a word, whose first word is loaded already; of a partial last word, only
 * its bytes. */
WEFT_INLINE void weft_hibi_unpack_several(void *data, const weft_hibi_word *words, uint32_t length, uint32_t first)
{
    weft_hibi_word *const to = data;
    uint32_t second = words[1];
    WEFT_COMPUTE_NOW(second);
    to[0] = first;
    if (WEFT_LIKELY(length >= 8)) {
        to[1] = second;
        if (length >= 12) {
            weft_hibi_copy_few(to + 2, words + 2, length / 4 - 2);
        }
        if (length % 4 == 0) {
            return;
        }
        second = words[length / 4];
    }
    weft_hibi_unpack_last(data, length, second);
}

#endif
