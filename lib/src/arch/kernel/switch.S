/* Switches from the stack of one task to that of another: void weft_kernel_switch(uint32_t **from, uint32_t *to).
 * Interrupts are off.
 *
 * The stack of the task that is left holds the callee-saved registers and, for a task that was interrupted, mepc (where
 * to return to) and mstatus (whether interrupts were on). The caller has saved all other registers: compiled code
 * before a call, or the vector. weft_kernel_add() in kernel.c builds this frame for a new task:
 *
 *      offset  0   4   8  ...  48   52    56       60
 *              ra  s0  s1 ...  s11  mepc  mstatus  (unused) */
#define FRAME 64

    .section .text.weft_kernel_switch, "ax", @progbits
    .option arch, +zicsr
    .globl weft_kernel_switch
    .type weft_kernel_switch, @function
weft_kernel_switch:
    addi sp, sp, -FRAME
    sw ra, 0(sp)
    sw s0, 4(sp)
    sw s1, 8(sp)
    sw s2, 12(sp)
    sw s3, 16(sp)
    sw s4, 20(sp)
    sw s5, 24(sp)
    sw s6, 28(sp)
    sw s7, 32(sp)
    sw s8, 36(sp)
    sw s9, 40(sp)
    sw s10, 44(sp)
    sw s11, 48(sp)
    csrr t0, mepc
    csrr t1, mstatus
    sw t0, 52(sp)
    sw t1, 56(sp)
    sw sp, 0(a0)
    mv sp, a1
    lw t0, 52(sp)
    lw t1, 56(sp)
    csrw mepc, t0
    csrw mstatus, t1
    lw ra, 0(sp)
    lw s0, 4(sp)
    lw s1, 8(sp)
    lw s2, 12(sp)
    lw s3, 16(sp)
    lw s4, 20(sp)
    lw s5, 24(sp)
    lw s6, 28(sp)
    lw s7, 32(sp)
    lw s8, 36(sp)
    lw s9, 40(sp)
    lw s10, 44(sp)
    lw s11, 48(sp)
    addi sp, sp, FRAME
    ret
    .size weft_kernel_switch, . - weft_kernel_switch

/* The first instructions of a new task: its frame has set s0 to the body and s1 to the argument. */
    .section .text.weft_kernel_begin, "ax", @progbits
    .globl weft_kernel_begin
    .type weft_kernel_begin, @function
weft_kernel_begin:
    mv a0, s0
    mv a1, s1
    tail weft_kernel_body_of
    .size weft_kernel_begin, . - weft_kernel_begin
