/* What mutexes and barriers on test-and-set registers keep: for this core, and for all. */
#include "thread/test_and_set/barrier.h"

uint8_t weft_lock_held[WEFT_PTHREAD_MUTEXES];
WEFT_BARRIER_SHARED volatile uint32_t weft_barrier_state[WEFT_PTHREAD_BARRIERS];
