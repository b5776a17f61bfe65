/* A platform for the unit tests: four cores and no real hardware. */
#ifndef WEFT_PLATFORM_H
#define WEFT_PLATFORM_H

#define WEFT_CORES 4

#endif
