/* The context of this rank: see <weft/context.h>. Until the engine starts, every window is closed. */
#include <weft/context.h>

/* Small data on a chip: the linker then addresses it from the global pointer, which saves the fast paths a cycle. */
#ifdef __riscv
#define NEAR(kind, name) __attribute__((section("." kind "." #name)))
#else
#define NEAR(kind, name)
#endif
NEAR("sbss", weft_this_rank) WEFT_PER_RANK struct weft_context weft_this_rank;
NEAR("sdata", weft_send_windows)
WEFT_PER_RANK int32_t weft_send_windows[WEFT_PEERS] = {[0 ... WEFT_PEERS - 1] = WEFT_SEND_WINDOW_CLOSED};
