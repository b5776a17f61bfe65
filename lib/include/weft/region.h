/* Regions of a program in traces (`weft run --trace`, `weftrun --trace`): the time between two places in the program,
 * under a name.
 *
 *     weft_region_begin("smooth");
 *     ...
 *     weft_region_end("smooth");
 *
 * Regions nest. The name is a string literal. On a chip regions are probe points (probe.h), which add no instruction
 * and no byte. On the host they are calls if the program is compiled with `weftcc -trace`, otherwise nothing.
 */
#ifndef WEFT_REGION_H
#define WEFT_REGION_H

#include <weft/probe.h>

#ifdef WEFT_TRACED
#define weft_region_begin(name) WEFT_TRACE_NAMED(WEFT_TRACE_USER_BEGIN, "" name)
#define weft_region_end(name) WEFT_TRACE_NAMED(WEFT_TRACE_USER_END, "" name)
#else
#define weft_region_begin(name) WEFT_PROBE_MARK("begin " name)
#define weft_region_end(name) WEFT_PROBE_MARK("end " name)
#endif

#endif
