/* WEFT_GROWS: 1 if the library's memory grows while a program runs, as on the host; 0 if its size is fixed at build
 * time. */
#ifndef WEFT_GROWTH_H
#define WEFT_GROWTH_H

#ifndef WEFT_GROWS
#define WEFT_GROWS 0
#endif

#endif
