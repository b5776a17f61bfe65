/* System calls from user mode to machine mode: `ecall` with the call's number in a7, up to three arguments in a0 to a2,
 * and the result in a0 and a1. As in a function call, only callee-saved registers keep their values.
 *
 * Numbers below WEFT_SYSTEM_CALLS_KERNEL are the kernel's (<weft/user.h>); drivers use those from there up to
 * WEFT_SYSTEM_CALLS - 1. */
#ifndef WEFT_SYSTEM_CALL_H
#define WEFT_SYSTEM_CALL_H

#define WEFT_SYSTEM_CALLS_KERNEL 16
#define WEFT_SYSTEM_CALLS 32
#define WEFT_SYSTEM_CALL_END 0 /* the task ends */

#ifndef __ASSEMBLER__

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A handler of a system call. It runs in machine mode, with interrupts on; arguments and results are those of a C
 * function. */
typedef void weft_system_call_handler(void);

/* Machine mode: makes `handler`, a function with up to three word-sized arguments and a result of one or two words,
 * serve the calls with this number. A number of the kernel's, or one not below WEFT_SYSTEM_CALLS, ends the run with a
 * message. */
void weft_system_call_attach(uint32_t number, weft_system_call_handler *handler);

#ifdef __cplusplus
}
#endif

/* User mode: makes a call. If no handler is attached to the number, the result is UINT32_MAX in both words. */
static inline uint64_t weft_system_call(uint32_t number, uint32_t first, uint32_t second, uint32_t third)
{
    register uint32_t a0 __asm__("a0") = first;
    register uint32_t a1 __asm__("a1") = second;
    register uint32_t a2 __asm__("a2") = third;
    register uint32_t a7 __asm__("a7") = number;
    __asm__ volatile("ecall"
                     : "+r"(a0), "+r"(a1), "+r"(a2), "+r"(a7)
                     :
                     : "a3", "a4", "a5", "a6", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "memory");
    return (uint64_t)a1 << 32 | a0;
}

#endif
#endif
