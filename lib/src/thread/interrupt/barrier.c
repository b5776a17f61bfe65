/* The cores that sleep at each barrier. */
#include "thread/port.h"

WEFT_BARRIER_SHARED volatile uint32_t weft_barrier_asleep[WEFT_PTHREAD_BARRIERS][WEFT_BARRIER_WORDS];
