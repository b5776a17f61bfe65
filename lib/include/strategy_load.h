/* Download of a DSP's program by the GPP, before its first call: S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of
 * Inter-Processor Communication for an Embedded Heterogeneous Multi-Core Processor", section 2.1.
 *
 *     strategy_load(0, image, bytes);     DSP 0 begins its program
 *     strategy_connect(0, NULL, 0);       and serves
 *
 * The image is the ELF file of a program for this platform, in any memory of the GPP: placed there before the start
 * (weft run --load NAME=FILE), or read from a file. The GPP writes its code and data over the bus into the memories of
 * a DSP that is held in reset, and then releases the reset. This needs a platform with cores.program_memory.bus_base,
 * cores.data_memory.bus_base and a device of kind core-control, such as davinci-boot.
 */
#ifndef STRATEGY_LOAD_H
#define STRATEGY_LOAD_H

#include <strategy_call.h>
#include <weft/platform.h>

#if !defined WEFT_PMEM_BUS_BASE || !defined WEFT_DMEM_BUS_BASE || !defined WEFT_CORE_CONTROL_BASE
#error "<strategy_load.h> needs memories of the DSP on the bus and a device that holds it: choose davinci-boot"
#endif

/* Not an ELF image whose entry is the first address of the program memory; or a truncated one; or one with a segment
 * outside the DSP's memories. */
#define STRATEGY_ERR_IMAGE (-8)

#ifdef __cplusplus
extern "C" {
#endif

/* Loads DSP `dsp`, which is core 1 + dsp, and starts it. `image` is on a word boundary and has `bytes` bytes. Returns
 * the number of bytes of code and data written, including zeroed ones. On an error nothing is started:
 * STRATEGY_ERR_ARGUMENT (there is no such DSP, or the image is not on a word boundary), STRATEGY_ERR_IMAGE, or
 * STRATEGY_ERR_BUSY (the DSP is already running, or its program was loaded before the start). */
int32_t strategy_load(unsigned dsp, const void *image, uint32_t bytes);

#ifdef __cplusplus
}
#endif

#endif
