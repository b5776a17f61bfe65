/* State of mutexes and barriers on test-and-set registers: private to a core, and shared. */
#include "thread/test_and_set/barrier.h"

/* In a section that the global pointer reaches, which saves an instruction for each lock. */
__attribute__((section(".sdata.weft_lock_foreign")))
uint8_t weft_lock_foreign[WEFT_PTHREAD_MUTEXES] = {[0 ... WEFT_PTHREAD_MUTEXES - 1] = 1};
WEFT_BARRIER_SHARED volatile uint32_t weft_barrier_state[WEFT_PTHREAD_BARRIERS];
