# What surrounds the generated sequences: start, the state before and after each, the exception handler, and the output.
# Assembled before the sequences, for any machine with RAM at the addresses of image.ld and RISC-V semihosting.

    .option norelax
    .option norvc

# Sets the machine to the state from which sequence \index starts.
.macro begin index
    la x31, traps_\index
    la x30, handler_state
    sw x31, 8(x30)
    la x31, start_\index
    lw x30, 124(x31)
    csrw mscratch, x30
    csrw mepc, x0
.irp register, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    lw x\register, 4 * \register - 4(x31)
.endr
.endm

# Stores the state in which sequence \index ends: x1 to x30, mscratch, mepc. x31 is needed to do that, so x30 takes it up.
.macro finish index
    add x30, x30, x31
    la x31, result_\index
.irp register, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
    sw x\register, 4 * \register - 4(x31)
.endr
    csrr x30, mscratch
    sw x30, 120(x31)
    csrr x30, mepc
    sw x30, 124(x31)
.endm

# A semihosting call: operation in a0, parameter in a1; the three instructions must lie in one aligned 16 bytes.
.macro semihosting
    .balign 16
    slli x0, x0, 0x1f
    ebreak
    srai x0, x0, 7
.endm

    .text
    .globl _start
_start:
    la x31, handler
    csrw mtvec, x31
    j sequences

# Appends (mcause, mepc) to the sequence's list and continues behind the instruction. Changes x31, always to the same value.
    .balign 4
handler:
    la x31, handler_state
    sw x30, 0(x31)
    sw x29, 4(x31)
    lw x30, 8(x31)
    csrr x29, mcause
    sw x29, 0(x30)
    csrr x29, mepc
    sw x29, 4(x30)
    addi x30, x30, 8
    sw x30, 8(x31)
    lhu x30, 0(x29)
    andi x30, x30, 3
    addi x30, x30, -3
    addi x29, x29, 2
    bnez x30, 1f
    addi x29, x29, 2
1:  csrw mepc, x29
    lw x29, 4(x31)
    lw x30, 0(x31)
    mret

# Writes everything between output_start and output_end to the standard output, and exits with status 0.
output:
    li a0, 1
    la a1, open_parameters
    semihosting
    la a1, write_parameters
    sw a0, 0(a1)
    # Each call answers how many bytes of the length it has left unwritten: a pipe may take less than all.
1:  li a0, 5
    semihosting
    lw a2, 4(a1)
    lw a3, 8(a1)
    add a2, a2, a3
    sub a2, a2, a0
    sw a2, 4(a1)
    sw a0, 8(a1)
    bnez a0, 1b
    li a0, 0x20
    la a1, exit_parameters
    semihosting

    .section .data.frame, "aw"
    .balign 4
handler_state:
    .space 12
open_parameters:
    .word standard_output, 4, 3
write_parameters:
    .word 0, output_start, output_end - output_start
exit_parameters:
    .word 0x20026, 0
standard_output:
    .asciz ":tt"

    .text
sequences:
