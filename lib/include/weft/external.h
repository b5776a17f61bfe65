/* External memory at HIBI, with a DMA controller of its own that cores configure over the bus (docs/contract/hibi.md).
 * Cores cannot address it: the controller moves words between it and a core's data memory. In a platform file it is the
 * device `external`.
 *
 * A place is an offset in bytes from the beginning of the memory, a multiple of 4. A buffer consists of whole words of
 * the core's data memory, and `count` is in words. Both functions return false without any effect if place or buffer
 * violates this, or if the range exceeds the memory. Call them after MPI_Init() or mcapi_initialize(), which set up the
 * bus.
 *
 * A core that receives a message sent after a write reads the data written: the words, the message and the reader's
 * command pass over the same bus in this order.
 *
 * Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011,
 * IV.A: the memory's controller is configured by the remote side, with several channels each way.
 */
#ifndef WEFT_EXTERNAL_H
#define WEFT_EXTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

#ifndef WEFT_EXTERNAL_CHANNELS
#error "this platform has no external memory: name a memory of its interconnect `external` (docs/chips/keys.md)"
#endif

/* Writes `count` words; returns when they have left the buffer. */
bool weft_external_write(uint32_t place, const void *words, uint32_t count);

/* Reads `count` words; returns when they are in the buffer. */
bool weft_external_read(uint32_t place, void *words, uint32_t count);

#endif
