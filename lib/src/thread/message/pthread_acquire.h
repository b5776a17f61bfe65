/* Taking a lock of the synchronization controller: a message; the core sleeps until the answer. */
#ifndef WEFT_PTHREAD_ACQUIRE_H
#define WEFT_PTHREAD_ACQUIRE_H

#include <weft/instructions.h>

#define WEFT_LOCK_TARGET WEFT_SYNC_NODE

/* A message carries the low 18 bits of `place`, which are the number of the lock. */
WEFT_INLINE void weft_lock_acquire(uint32_t node, uint32_t place)
{
    weft_msg_send(place, node, WEFT_TOKEN_LOCK_ACQUIRE);
}

#endif
