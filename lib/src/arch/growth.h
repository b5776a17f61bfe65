/* Whether the library's memory grows while a program runs, as on the host, or is fixed when the library is built. */
#ifndef WEFT_GROWTH_H
#define WEFT_GROWTH_H

#ifndef WEFT_GROWS
#define WEFT_GROWS 0
#endif

#endif
