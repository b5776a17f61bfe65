/* Taking a lock of the synchronization controller: a message, for whose answer the core sleeps. */
#ifndef WEFT_PTHREAD_ACQUIRE_H
#define WEFT_PTHREAD_ACQUIRE_H

#include <weft/instructions.h>
#include <weft/probe.h>

WEFT_INLINE void weft_lock_acquire(uint32_t number)
{
    WEFT_PROBE("lock", number, 0, 0, 0);
    weft_msg_send(number, WEFT_SYNC_NODE, WEFT_TOKEN_LOCK_ACQUIRE);
    WEFT_PROBE_HOLD("lock", number, 0, 0, 0);
}

#endif
