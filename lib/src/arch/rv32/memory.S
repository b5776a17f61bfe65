/* memcpy and memset (ISO C11, 7.24) by words. The functions of the C library, compiled for size, copy byte by byte: 9 and 7
 * cycles per byte on a core that issues one instruction per cycle. These take 0.6 and 0.3 cycles per byte and save no
 * registers.
 *
 * The main loop of memcpy copies 64 bytes per iteration: each word is stored eight instructions after its load, so that no
 * store waits for its load. The rest is copied by four words, by one word, and by bytes. Buffers that are not both on word
 * boundaries are handled by memory.c. A library that is compiled to be small uses the functions of the C library instead. */
#ifndef __OPTIMIZE_SIZE__

    .cfi_sections .debug_frame

    .macro load_eight at
    lw a5, \at(a1)
    lw a6, \at + 4(a1)
    lw a7, \at + 8(a1)
    lw t0, \at + 12(a1)
    lw t1, \at + 16(a1)
    lw t2, \at + 20(a1)
    lw t3, \at + 24(a1)
    lw t4, \at + 28(a1)
    .endm

    .macro store_eight at
    sw a5, \at(a3)
    sw a6, \at + 4(a3)
    sw a7, \at + 8(a3)
    sw t0, \at + 12(a3)
    sw t1, \at + 16(a3)
    sw t2, \at + 20(a3)
    sw t3, \at + 24(a3)
    sw t4, \at + 28(a3)
    .endm

/* void *memcpy(void *to, const void *from, size_t bytes); a3: address of the next byte to write */
    .section .text.memcpy, "ax", @progbits
    .globl memcpy
    .type memcpy, @function
memcpy:
    .cfi_startproc
    or a5, a0, a1
    andi a5, a5, 3
    mv a3, a0
    bnez a5, copy_unaligned
    andi a4, a2, -64
    add a4, a4, a0
    add a2, a2, a0
    beq a3, a4, copy_rest
copy_turn:
    load_eight 0
    store_eight 0
    load_eight 32
    store_eight 32
    addi a1, a1, 64
    addi a3, a3, 64
    bne a3, a4, copy_turn
copy_rest: /* a2: end of the bytes; a4: end of the whole words */
    andi a4, a2, -4
    sub a5, a4, a3
    addi a5, a5, -16
    bltz a5, copy_words
copy_four:
    lw t0, 0(a1)
    lw t1, 4(a1)
    lw t2, 8(a1)
    lw t3, 12(a1)
    addi a1, a1, 16
    sw t0, 0(a3)
    sw t1, 4(a3)
    sw t2, 8(a3)
    sw t3, 12(a3)
    addi a5, a5, -16
    addi a3, a3, 16
    bgez a5, copy_four
copy_words:
    beq a3, a4, copy_bytes
copy_word:
    lw t0, 0(a1)
    addi a1, a1, 4
    addi a3, a3, 4
    sw t0, -4(a3)
    bne a3, a4, copy_word
copy_bytes:
    beq a3, a2, copied
copy_byte:
    lbu t0, 0(a1)
    addi a1, a1, 1
    addi a3, a3, 1
    sb t0, -1(a3)
    bne a3, a2, copy_byte
copied:
    ret
copy_unaligned:
    tail weft_copy_unaligned
    .cfi_endproc
    .size memcpy, . - memcpy

/* void *memset(void *to, int value, size_t bytes) */
    .section .text.memset, "ax", @progbits
    .globl memset
    .type memset, @function
memset:
    .cfi_startproc
    add a2, a2, a0
    mv a3, a0
    j fill_head
fill_one:
    sb a1, 0(a3)
    addi a3, a3, 1
fill_head: /* bytes up to a word boundary */
    beq a3, a2, filled
    andi a5, a3, 3
    bnez a5, fill_one
    andi a1, a1, 255 /* repeats the byte four times in a word */
    slli a5, a1, 8
    or a1, a1, a5
    slli a5, a1, 16
    or a1, a1, a5
    sub a4, a2, a3
    addi a4, a4, -64
    bltz a4, fill_rest
fill_turn:
    .irp at, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60
    sw a1, \at(a3)
    .endr
    addi a4, a4, -64
    addi a3, a3, 64
    bgez a4, fill_turn
fill_rest: /* a4: end of the whole words */
    andi a4, a2, -4
    beq a3, a4, fill_bytes
fill_word:
    addi a3, a3, 4
    sw a1, -4(a3)
    bne a3, a4, fill_word
fill_bytes:
    beq a3, a2, filled
fill_byte:
    addi a3, a3, 1
    sb a1, -1(a3)
    bne a3, a2, fill_byte
filled:
    ret
    .cfi_endproc
    .size memset, . - memset

#endif
