/* Which ranks have sent anything to a rank: only their queues are polled. So a job's memory and its polling grow with
 * the pairs of ranks that communicate, not with all pairs.
 *
 * A sender adds itself before its first message: it sets its bit, then increments the count. A receiver that sees the
 * message's number, or that the count has changed, sees the bit. */
#ifndef WEFT_SHM_SENDERS_H
#define WEFT_SHM_SENDERS_H

#include <stdatomic.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_SENDER_SETS ((WEFT_CORES + 63) / 64)

/* Of one receiver. */
struct weft_senders {
    _Alignas(64) _Atomic uint32_t count;
    _Alignas(64) _Atomic uint64_t sets[WEFT_SENDER_SETS]; /* by rank, a bit each */
};

static inline void weft_senders_add(struct weft_senders *senders, uint32_t rank)
{
    atomic_fetch_or(&senders->sets[rank / 64], UINT64_C(1) << rank % 64);
    atomic_fetch_add(&senders->count, 1);
}

#endif
