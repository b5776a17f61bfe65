/* Regions of a program, for traces (`weft run --trace`): what it does between two places, under a name of its own.
 *
 *     weft_region_begin("smooth");
 *     ...
 *     weft_region_end("smooth");
 *
 * Regions nest. The name is a string literal. On a chip they are probe points (probe.h): no instruction and no byte.
 */
#ifndef WEFT_REGION_H
#define WEFT_REGION_H

#include <weft/probe.h>

#define weft_region_begin(name) WEFT_PROBE_MARK("begin " name)
#define weft_region_end(name) WEFT_PROBE_MARK("end " name)

#endif
