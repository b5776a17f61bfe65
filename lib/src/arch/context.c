/* The context of this rank: see <weft/context.h>. All windows are closed until the engine starts. The initial values
 * that all peers share are in the image, so that start-up need not write them. */
#include <weft/context.h>

/* On a chip, in the small data section: the linker then addresses it relative to the global pointer, which saves the
 * fast paths a cycle. */
#ifdef __riscv
#define NEAR(kind, name) __attribute__((section("." kind "." #name)))
#else
#define NEAR(kind, name)
#endif
NEAR("sdata", weft_this_rank)
WEFT_PER_RANK struct weft_context weft_this_rank = {
    .peers = {[0 ... WEFT_PEERS - 1] = {.credits = WEFT_CREDIT_ON_DEMAND ? 1 : WEFT_CREDITS,
                                        .owed = WEFT_CREDIT_ON_DEMAND ? WEFT_WITHOUT_CREDIT : 0}}};
NEAR("sdata", weft_send_windows)
WEFT_PER_RANK int32_t weft_send_windows[WEFT_PEERS] = {[0 ... WEFT_PEERS - 1] = WEFT_SEND_WINDOW_CLOSED};
