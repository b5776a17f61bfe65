/* The first instructions of a core: sets the registers that compiled code relies on, then calls C.
 *
 * The loader has written .data and filled .bss with zeros, as the ELF file says. The stack is at the bottom of the data
 * memory and grows down, so that an overflow leaves the memory and is detected. */
    .section .init, "ax", @progbits
    .globl _start
    .type _start, @function
_start:
    .cfi_startproc
    .cfi_undefined ra
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    la sp, __stack
    la tp, __tls_base
    tail weft_start
    .cfi_endproc
    .size _start, . - _start
