/* Huffman codes: short ones by table lookup, long ones by comparison with the largest code of each length. Codes of one
 * length are consecutive numbers. The first code of a length is twice the number after the last code of the length
 * before (T.81, C.2), so a code's length is the first whose codes are not all smaller. */
#include "huffman.h"

#include <string.h>

/* Enters a code under all numbers of HUFFMAN_SHORT bits that begin with it. */
static void enter(struct huffman *huffman, uint32_t code, int length, uint8_t symbol)
{
    const int spare = HUFFMAN_SHORT - length;
    for (uint32_t tail = 0; spare >= 0 && tail < 1U << spare; tail++) {
        huffman->found[code << spare | tail] = (uint16_t)(symbol << 8 | length);
    }
}

bool huffman_build(struct huffman *huffman, const uint8_t counts[HUFFMAN_LENGTHS])
{
    uint32_t code = 0;
    int32_t place = 0;
    memset(huffman->found, 0, sizeof huffman->found);
    for (int length = 1; length <= HUFFMAN_LENGTHS; length++) {
        huffman->first[length] = place - (int32_t)code;
        if (code + counts[length - 1] > 1U << length) {
            return false;
        }
        for (int i = 0; i < counts[length - 1]; i++) {
            enter(huffman, code++, length, huffman->symbol[place++]);
        }
        huffman->limit[length] = code << (16 - length);
        code <<= 1;
    }
    huffman->defined = true;
    return true;
}

int huffman_long(const struct huffman *huffman, struct bits *bits)
{
    const uint32_t next = bits_peek(bits);
    for (int length = HUFFMAN_SHORT + 1; length <= HUFFMAN_LENGTHS; length++) {
        if (next < huffman->limit[length]) {
            bits_drop(bits, length);
            return huffman->symbol[huffman->first[length] + (int32_t)(next >> (16 - length))];
        }
    }
    return -1;
}
