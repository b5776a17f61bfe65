/* Calls of the slow path from functions that are compiled into their callers.
 *
 * A call may change sixteen registers. For a call that is hardly ever made the compiler keeps what it needs in the
 * other registers, which its function saves whether the call is made or not. So a fast path calls its slow path by
 * weft_slow_call() (src/arch/rv32/slow_call.S), which saves the sixteen itself: to the compiler it is an instruction
 * that changes a3, t0, the return address and memory. Arguments and result are in other registers than a call's, where
 * they are less in the way.
 *
 * weft_slow_call_N() calls a function of N arguments of one register each, and returns its result, if any, of one. */
#ifndef WEFT_SLOW_CALL_H
#define WEFT_SLOW_CALL_H

#pragma GCC system_header

#include <stdint.h>

#define WEFT_SLOW_CALL static inline __attribute__((always_inline))
typedef void weft_slow_function(void);

/* Registers of a floating-point unit are not saved. */
#ifdef __riscv_flen
#define WEFT_SLOW_CALL_CHANGES                                                                                         \
    "ra", "t0", "memory", "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "ft8", "ft9", "ft10", "ft11", "fa0", \
        "fa1", "fa2", "fa3", "fa4", "fa5", "fa6", "fa7"
#else
#define WEFT_SLOW_CALL_CHANGES "ra", "t0", "memory"
#endif
#define WEFT_SLOW_CALL_ASM "la t0, %[function]\n\tcall weft_slow_call"

WEFT_SLOW_CALL uint32_t weft_slow_call_2(weft_slow_function *function, uint32_t first, uint32_t second)
{
    register uint32_t a3 __asm__("a3") = first;
    register uint32_t a4 __asm__("a4") = second;
    __asm__ volatile(WEFT_SLOW_CALL_ASM : "+r"(a3) : "r"(a4), [function] "i"(function) : WEFT_SLOW_CALL_CHANGES);
    return a3;
}

WEFT_SLOW_CALL uint32_t weft_slow_call_5(weft_slow_function *function, uint32_t first, uint32_t second, uint32_t third,
                                         uint32_t fourth, uint32_t fifth)
{
    register uint32_t a3 __asm__("a3") = first;
    register uint32_t a4 __asm__("a4") = second;
    register uint32_t a5 __asm__("a5") = third;
    register uint32_t a6 __asm__("a6") = fourth;
    register uint32_t a7 __asm__("a7") = fifth;
    __asm__ volatile(WEFT_SLOW_CALL_ASM
                     : "+r"(a3)
                     : "r"(a4), "r"(a5), "r"(a6), "r"(a7), [function] "i"(function)
                     : WEFT_SLOW_CALL_CHANGES);
    return a3;
}

#endif
