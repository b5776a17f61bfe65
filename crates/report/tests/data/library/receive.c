// Stands for the message library: wait_for tells by a probe record what it waits for, and waits for ever.
#include "receive.h"

int capacity = 64;

__attribute__((noinline)) int wait_for(int source, int tag) {
    volatile int context = 1;
    __asm__ volatile(
        "990:\n\t"
        ".pushsection .debug_weft,\"\",@progbits\n\t"
        ".4byte 990b\n\t"
        ".asciz \"receive\"\n\t"
        ".asciz \"%0 %1 %2 %3\"\n\t"
        ".popsection"
        :
        : "nor"(source), "nor"(tag), "o"(context), "i"(8));
    while (context >= 0) {
    }
    return source + tag;
}
