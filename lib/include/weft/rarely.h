/* Calls that seldom happen, of functions that are compiled into their callers.
 *
 * A call may change sixteen registers. For the sake of one that is hardly ever made the compiler keeps what it needs
 * in the others, and these its function saves whether the call is made or not. So such a call goes by weft_rarely()
 * (src/arch/rv32/rarely.S), which saves the sixteen itself: to the compiler it is an instruction that changes the
 * registers of the result, t0, the return address and memory.
 *
 * The functions here call one of so many arguments of a register each, which returns nothing, an integer of one
 * register, or a uint64_t: what they return is that, in its lower half.
 */
#ifndef WEFT_RARELY_H
#define WEFT_RARELY_H

#pragma GCC system_header

#include <stdint.h>

#define WEFT_RARELY static inline __attribute__((always_inline))
typedef void weft_rare(void);

/* Registers of a floating-point unit are not saved. */
#ifdef __riscv_flen
#define WEFT_RARELY_CHANGES                                                                                            \
    "ra", "t0", "memory", "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "ft8", "ft9", "ft10", "ft11", "fa0", \
        "fa1", "fa2", "fa3", "fa4", "fa5", "fa6", "fa7"
#else
#define WEFT_RARELY_CHANGES "ra", "t0", "memory"
#endif
#define WEFT_RARELY_CALL "la t0, %[function]\n\tcall weft_rarely"
#define WEFT_RARELY_RETURN() ((uint64_t)r1 << 32 | r0)

WEFT_RARELY uint64_t weft_rarely_1(weft_rare *function, uint32_t a0)
{
    register uint32_t r0 __asm__("a0") = a0;
    register uint32_t r1 __asm__("a1");
    __asm__ volatile(WEFT_RARELY_CALL : "+r"(r0), "=r"(r1) : [function] "i"(function) : WEFT_RARELY_CHANGES);
    return WEFT_RARELY_RETURN();
}

WEFT_RARELY uint64_t weft_rarely_2(weft_rare *function, uint32_t a0, uint32_t a1)
{
    register uint32_t r0 __asm__("a0") = a0;
    register uint32_t r1 __asm__("a1") = a1;
    __asm__ volatile(WEFT_RARELY_CALL : "+r"(r0), "+r"(r1) : [function] "i"(function) : WEFT_RARELY_CHANGES);
    return WEFT_RARELY_RETURN();
}

WEFT_RARELY uint64_t weft_rarely_5(weft_rare *function, uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3, uint32_t a4)
{
    register uint32_t r0 __asm__("a0") = a0;
    register uint32_t r1 __asm__("a1") = a1;
    register uint32_t r2 __asm__("a2") = a2;
    register uint32_t r3 __asm__("a3") = a3;
    register uint32_t r4 __asm__("a4") = a4;
    __asm__ volatile(WEFT_RARELY_CALL
                     : "+r"(r0), "+r"(r1)
                     : "r"(r2), "r"(r3), "r"(r4), [function] "i"(function)
                     : WEFT_RARELY_CHANGES);
    return WEFT_RARELY_RETURN();
}

#endif
