/* Regions of a program, for traces (`weft run --trace`, `weftrun --trace`): what it does between two places, under a
 * name of its own.
 *
 *     weft_region_begin("smooth");
 *     ...
 *     weft_region_end("smooth");
 *
 * Regions nest. The name is a string literal. On a chip they are probe points (probe.h): no instruction and no byte. On
 * this machine they are calls in a program that is compiled with `weftcc -trace`, and nothing otherwise.
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
