/* Whether the library is compiled to be small: short ways that only save time are then left out. */
#ifndef WEFT_SMALL_H
#define WEFT_SMALL_H

#ifdef __OPTIMIZE_SIZE__
#define WEFT_SMALL 1
#else
#define WEFT_SMALL 0
#endif

#endif
