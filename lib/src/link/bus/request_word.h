/* The fields of a request word in links where only software reads it. They are those of the message extension, except
 * on a chip of more than 64 cores:
 *
 *     31     30..21   20..11   10..0
 *     kind   source   label    length
 */
#ifndef WEFT_REQUEST_WORD_H
#define WEFT_REQUEST_WORD_H

#include <weft/instructions.h>
#include <weft/rank.h>

#if WEFT_MANY_RANKS
#undef WEFT_REQUEST_SOURCE_SHIFT
#undef WEFT_REQUEST_SOURCE_MASK
#undef WEFT_BLOCK_LABEL_SHIFT
#undef WEFT_BLOCK_LENGTH_MASK
#define WEFT_REQUEST_SOURCE_SHIFT 21
#define WEFT_REQUEST_SOURCE_MASK 0x3ffu
#define WEFT_BLOCK_LABEL_SHIFT 11
#define WEFT_BLOCK_LENGTH_MASK 0x7ffu
#endif

#endif
