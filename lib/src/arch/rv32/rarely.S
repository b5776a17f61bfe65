/* Calls the function at t0 for a caller that keeps nothing in safe registers (<weft/rarely.h>): all registers that a
 * function may change are as before, but those of the result, a0 and a1, t0 and the return address. */
#define FRAME 64

    .section .text.weft_rarely, "ax", @progbits
    .globl weft_rarely
    .type weft_rarely, @function
weft_rarely:
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
    sw a2, 24(sp)
    sw a3, 28(sp)
    sw a4, 32(sp)
    sw a5, 36(sp)
    sw a6, 40(sp)
    sw a7, 44(sp)
    jalr t0
    lw t1, 0(sp)
    lw t2, 4(sp)
    lw t3, 8(sp)
    lw t4, 12(sp)
    lw t5, 16(sp)
    lw t6, 20(sp)
    lw a2, 24(sp)
    lw a3, 28(sp)
    lw a4, 32(sp)
    lw a5, 36(sp)
    lw a6, 40(sp)
    lw a7, 44(sp)
    lw ra, 60(sp)
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size weft_rarely, . - weft_rarely
