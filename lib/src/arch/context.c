/* The context of this rank: see <weft/context.h>. Until the engine starts, every window is closed. What is equal of all
 * peers is in the image, so that a start has nothing to do for it. */
#include <weft/context.h>

/* Small data on a chip: the linker then addresses it from the global pointer, which saves the fast paths a cycle. */
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
