// A small program for the tests of symbols and stacks: main calls work, work has scale inlined and calls the library.
#include "library/receive.h"

volatile int result;

static inline __attribute__((always_inline)) int scale(int value) {
    result = value;
    return value * 3;
}

__attribute__((noinline)) int work(int value) {
    volatile int room[8];
    room[value & 7] = scale(value);
    int received = receive(room[0], 7);
    return received + room[1];
}

__attribute__((noinline)) int descend(int depth) {
    volatile int room[16];
    room[depth & 15] = depth;
    return descend(depth + 1) + room[0];
}

int main(void) {
    int sum = work(4);
    sum += work(5);
    return sum + descend(0);
}
