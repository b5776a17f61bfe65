/* Data that all ranks share: `static WEFT_SHARED int counter;`
 *
 * The section is the same memory in all processes of a run, from before main (arch/linux/common.c). As on a chip, an
 * object must have no initial value (otherwise the run ends at its start), the memory initially holds zeros, and only
 * locks, barriers or messages order the accesses of different ranks.
 */
#ifndef WEFT_SHARED_H
#define WEFT_SHARED_H

#define WEFT_SHARED __attribute__((section("weft_shared")))

#ifdef __cplusplus
extern "C" {
#endif

/* Links the function that maps the section, even if the program calls no other function of the library. */
void weft_common_join(void);
__attribute__((used)) static void (*const weft_shared_join)(void) = weft_common_join;

#ifdef __cplusplus
}
#endif

#endif
