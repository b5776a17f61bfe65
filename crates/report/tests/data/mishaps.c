// A program for the tests of faults and deadlocks: does what the variable mishap says, which the test sets beforehand.
#include "weft/instructions.h"

enum { SYNC = 2 };

volatile int mishap = -1;
volatile int other_rank;
uint32_t words[4];

#define PROBE(name, peer, tag)                                                                                         \
    __asm__ volatile("990: .pushsection .debug_weft,\"\",@progbits; .4byte 990b; .asciz \"" name "\";"                 \
                     ".asciz \"%0 %1 0 4\"; .popsection" ::"nor"(peer), "nor"(tag))
__attribute__((noipa)) static uint32_t load(uintptr_t address) { return *(volatile uint32_t *)address; }

__attribute__((noipa)) static void store(uintptr_t address) { *(volatile uint32_t *)address = 1; }

__attribute__((noipa)) static int descend(int depth) {
    volatile int room[64];
    room[depth & 63] = depth;
    return descend(depth + 1) + room[0];
}

__attribute__((noipa)) static void call(uintptr_t address) { ((void (*)(void))address)(); }

__attribute__((noipa)) static void receive(int rank) {
    PROBE("receive", rank, 7);
    __asm__ volatile(".option push; .option arch, +zicsr; csrr t0, 0xFC1; .option pop" ::: "t0");
}

__attribute__((noipa)) static void lock(uint32_t number) {
    PROBE("lock", number, 0);
    send_lock_acquire(number, SYNC);
}

__attribute__((noipa)) static void provoke(int which) {
    switch (which) {
    case 0: load(0xF0000000); break;
    case 1: store((uintptr_t)words + 2); break;
    case 2: descend(0); break;
    case 3: call(0x50000000); break;
    case 4: __asm__ volatile("unimp"); break;
    case 5: __asm__ volatile("ebreak"); break;
    case 6: __asm__ volatile("ecall"); break;
    case 7: send_lock_acquire(0, 63); break;
    case 8: __asm__ volatile(".insn r CUSTOM_0, 4, 0, x0, %0, x0" ::"r"((uintptr_t)words + 1)); break;
    case 9: lock(5); receive(other_rank); break;
    case 10:
        for (int i = 0; i < 100; i++) { __asm__ volatile(""); }
        lock(5);
        break;
    default: __asm__ volatile("wfi"); break;
    }
}

int main(void) {
    provoke(mishap);
    return 0;
}
