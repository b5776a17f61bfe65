/* Data that all cores share: `static WEFT_SHARED int counter;`
 *
 * The object is in the shared memory on the bus, at the same address on every core that runs the same image. It has no
 * initial value (the compiler refuses one); the memory holds zeros at reset. Each access costs a bus transfer, and only
 * locks, barriers or messages order the accesses of different cores.
 */
#ifndef WEFT_SHARED_H
#define WEFT_SHARED_H

#include <weft/platform.h> /* WEFT_SHARED_SIZE */

#define WEFT_SHARED __attribute__((section(".bss.weft_shared")))

#endif
