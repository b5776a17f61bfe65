// Stands for the generated header of intrinsics.
#include <stdint.h>

static inline __attribute__((always_inline)) void send_lock_acquire(uint32_t payload, uint32_t node) {
    __asm__ volatile(".insn r CUSTOM_0, 0, 0, x0, %0, %1" ::"r"(payload), "r"(node));
}
