/* External memory at HIBI, behind a DMA controller of its own, which cores configure over the bus
 * (docs/contract/hibi.md). No core can address it: words are moved between it and a core's data memory. A platform has
 * it as the device `external`.
 *
 * A place is in bytes from the beginning of the memory, and a multiple of 4; a buffer is whole words of the core's data
 * memory. Both functions return false, and have done nothing, where either is not so or the memory ends before. They
 * are to be called when the library has begun (MPI_Init(), mcapi_initialize()), since the bus is set up then.
 *
 * Who is told of a write by a message that was sent after it reads what was written: the words, the message and the
 * reader's command go over the same bus, one behind the other.
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

/* Returns when the words have left the buffer. */
bool weft_external_write(uint32_t place, const void *words, uint32_t count);

/* Returns when the words are in the buffer. */
bool weft_external_read(uint32_t place, void *words, uint32_t count);

#endif
