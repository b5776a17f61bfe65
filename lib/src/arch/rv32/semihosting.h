/* Semihosting: requests to the host for files, arguments and the end of the program.
 *
 * "Semihosting for AArch32 and AArch64" (Arm) defines the operations, "RISC-V Semihosting" the call: a sequence of
 * three instructions that no compiler emits, with the operation in a0, its parameter in a1 and the result in a0. */
#ifndef WEFT_SEMIHOSTING_H
#define WEFT_SEMIHOSTING_H

#include <stdint.h>

enum weft_semihosting_operation {
    WEFT_SEMIHOSTING_OPEN = 0x01,
    WEFT_SEMIHOSTING_WRITE = 0x05,
    WEFT_SEMIHOSTING_READC = 0x07,
    WEFT_SEMIHOSTING_TIME = 0x11,
    WEFT_SEMIHOSTING_GET_COMMAND_LINE = 0x15,
    WEFT_SEMIHOSTING_EXIT_EXTENDED = 0x20,
};

static inline int32_t weft_semihosting(enum weft_semihosting_operation operation, const volatile void *parameter)
{
    register uint32_t a0 __asm__("a0") = (uint32_t)operation;
    register uint32_t a1 __asm__("a1") = (uint32_t)(uintptr_t)parameter;
    __asm__ volatile(".balign 16\n\t"
                     ".option push\n\t"
                     ".option norvc\n\t"
                     "slli x0, x0, 0x1f\n\t"
                     "ebreak\n\t"
                     "srai x0, x0, 7\n\t"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return (int32_t)a0;
}

#endif
