/* A timer that advances with each call. */
#ifndef WEFT_TIMER_H
#define WEFT_TIMER_H

#include <stdint.h>

uint32_t weft_timer_cycles(void);

#endif
