/* Calls the function at t0 for a caller that keeps nothing in safe registers (<weft/slow_call.h>), with the arguments in a3
 * to a7. All registers that a function may change are as before but t0, the return address, and a3: the result. */
#define FRAME 64

    .cfi_sections .debug_frame

    .section .text.weft_slow_call, "ax", @progbits
    .globl weft_slow_call
    .type weft_slow_call, @function
weft_slow_call:
    .cfi_startproc
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    sw ra, 60(sp)
    .cfi_offset ra, -4
    sw t1, 0(sp)
    sw t2, 4(sp)
    sw t3, 8(sp)
    sw t4, 12(sp)
    sw t5, 16(sp)
    sw t6, 20(sp)
    sw a0, 24(sp)
    sw a1, 28(sp)
    sw a2, 32(sp)
    sw a4, 36(sp)
    sw a5, 40(sp)
    sw a6, 44(sp)
    sw a7, 48(sp)
    mv a0, a3
    mv a1, a4
    mv a2, a5
    mv a3, a6
    mv a4, a7
    jalr t0
    mv a3, a0
    lw t1, 0(sp)
    lw t2, 4(sp)
    lw t3, 8(sp)
    lw t4, 12(sp)
    lw t5, 16(sp)
    lw t6, 20(sp)
    lw a0, 24(sp)
    lw a1, 28(sp)
    lw a2, 32(sp)
    lw a4, 36(sp)
    lw a5, 40(sp)
    lw a6, 44(sp)
    lw a7, 48(sp)
    lw ra, 60(sp)
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size weft_slow_call, . - weft_slow_call
