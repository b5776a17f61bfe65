/* The vector of a kernel with tasks in user mode, and the entry to user mode.
 *
 * While a task is in user mode, mscratch holds the top of its kernel stack; in machine mode it is 0. So one csrrw both
 * switches stacks and tells the vector which mode the trap comes from:
 *
 *      trap, sp <-> mscratch --- sp == 0 ---> from machine mode: swap back, save all, serve, mret
 *                     |
 *                     +--- ecall from user mode ---> call the handler in weft_system_calls[a7], mret
 *                     +--- otherwise --------------> save all, weft_kernel_serve, restore, mret
 *
 * A system call is a function call to the compiler, so callee-saved registers need no saving. An interrupt saves all
 * caller-saved registers, as compiled handlers do. Interrupts are on during a system call, which is why its frame keeps
 * mepc; for an interrupt, weft_kernel_switch keeps mepc and mstatus. */
#include <weft/system_call.h>

#define FRAME 80
#define USER_SP 64
#define USER_PC 68
#define CALLED_FROM_USER 8
#define MSTATUS_MIE 8
#define MSTATUS_MPIE 0x80
#define MSTATUS_MPP_MPIE 0x1880

    .option arch, +zicsr

    .macro save
    sw ra, 0(sp)
    sw a0, 12(sp)
    sw a1, 16(sp)
    sw a2, 20(sp)
    sw a3, 24(sp)
    sw a4, 28(sp)
    sw a5, 32(sp)
    sw a6, 36(sp)
    sw a7, 40(sp)
    sw t2, 44(sp)
    sw t3, 48(sp)
    sw t4, 52(sp)
    sw t5, 56(sp)
    sw t6, 60(sp)
    .endm

    .macro restore
    lw ra, 0(sp)
    lw t0, 4(sp)
    lw t1, 8(sp)
    lw a0, 12(sp)
    lw a1, 16(sp)
    lw a2, 20(sp)
    lw a3, 24(sp)
    lw a4, 28(sp)
    lw a5, 32(sp)
    lw a6, 36(sp)
    lw a7, 40(sp)
    lw t2, 44(sp)
    lw t3, 48(sp)
    lw t4, 52(sp)
    lw t5, 56(sp)
    lw t6, 60(sp)
    .endm

    .section .text.weft_user_trap, "ax", @progbits
    .balign 4
    .globl weft_user_trap
    .type weft_user_trap, @function
weft_user_trap:
    csrrw sp, mscratch, sp
    beqz sp, .Lfrom_machine_mode
    addi sp, sp, -FRAME
    sw t0, 4(sp)
    sw t1, 8(sp)
    csrr t0, mcause
    li t1, CALLED_FROM_USER
    bne t0, t1, .Linterrupt

    csrrw t0, mscratch, zero
    csrr t1, mepc
    sw ra, 0(sp)
    sw t0, USER_SP(sp)
    addi t1, t1, 4
    sw t1, USER_PC(sp)
    csrsi mstatus, MSTATUS_MIE
    li t0, WEFT_SYSTEM_CALLS
    bgeu a7, t0, .Lunknown
    la t1, weft_system_calls
    slli t0, a7, 2
    add t0, t0, t1
    lw t0, 0(t0)
    beqz t0, .Lunknown
    jalr t0
.Lserved:
    csrci mstatus, MSTATUS_MIE
    lw t0, USER_PC(sp)
    li t1, MSTATUS_MPP_MPIE
    csrc mstatus, t1
    li t1, MSTATUS_MPIE
    csrs mstatus, t1
    csrw mepc, t0
    lw ra, 0(sp)
    addi t0, sp, FRAME
    csrw mscratch, t0
    lw sp, USER_SP(sp)
    mret
.Lunknown:
    li a0, -1
    li a1, -1
    j .Lserved

.Linterrupt:
    save
    csrrw t0, mscratch, zero
    sw t0, USER_SP(sp)
    call weft_kernel_serve
    addi t0, sp, FRAME
    csrw mscratch, t0
    restore
    lw sp, USER_SP(sp)
    mret

.Lfrom_machine_mode:
    csrrw sp, mscratch, sp
    addi sp, sp, -FRAME
    sw t0, 4(sp)
    sw t1, 8(sp)
    save
    call weft_kernel_serve
    restore
    addi sp, sp, FRAME
    mret
    .size weft_user_trap, . - weft_user_trap

/* void weft_user_enter(weft_kernel_body *body, void *argument, void *stack): enters user mode, where a task begins. */
    .section .text.weft_user_enter, "ax", @progbits
    .globl weft_user_enter
    .type weft_user_enter, @function
weft_user_enter:
    csrci mstatus, MSTATUS_MIE
    csrw mscratch, sp
    li t0, MSTATUS_MPP_MPIE
    csrc mstatus, t0
    li t0, MSTATUS_MPIE
    csrs mstatus, t0
    la t0, weft_user_begin
    csrw mepc, t0
    mv sp, a2
    mret
    .size weft_user_enter, . - weft_user_enter

/* The first instructions of a task in user mode. When the body returns, the task ends by a system call. */
    .section .text.weft_user_begin, "ax", @progbits
    .type weft_user_begin, @function
weft_user_begin:
    mv t0, a0
    mv a0, a1
    jalr t0
    li a7, WEFT_SYSTEM_CALL_END
    ecall
    .size weft_user_begin, . - weft_user_begin
