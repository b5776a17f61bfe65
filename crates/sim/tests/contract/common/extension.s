# The message extension for an assembler that does not know it (docs/contract/instructions.md), and what programs of tests often do.

.macro msg.send payload, node, token
    .insn r 0x0b, 0, \token, x0, \payload, \node
.endm
.macro msg.receive result, payload, node, token
    .insn r 0x0b, 1, \token, \result, \payload, \node
.endm
.macro mbox.enable descriptor
    .insn r 0x0b, 2, 0, x0, \descriptor, x0
.endm
.macro mbox.store address, node
    .insn r 0x0b, 3, 0, x0, \address, \node
.endm
.macro mbox.try refused, address, node
    .insn r 0x0b, 3, 1, \refused, \address, \node
.endm
.macro mbox.load address
    .insn r 0x0b, 4, 0, x0, \address, x0
.endm
.macro mbox.send refused, address, request, mode
    .insn r 0x0b, 5, \mode, \refused, \address, \request
.endm
.macro mbox.match other, address, request
    .insn r 0x0b, 6, 0, \other, \address, \request
.endm

.equ LOCK_ACQUIRE, 0
.equ LOCK_RELEASE, 1
.equ BARRIER, 2
.equ LOCK_TRY, 3
.equ WORD, 0
.equ EVENT, 0x40

.equ mevent, 0x7c0
.equ meventh, 0x7c1
.equ mevmask, 0x7c2
.equ mevmaskh, 0x7c3
.equ mhead, 0xfc0
.equ mheadw, 0xfc1
.equ mword, 0xfc2
.equ mnode, 0xfc3

# Ends the program: the semihosting trap, whatever the registers hold.
.macro exit
    slli x0, x0, 0x1f
    ebreak
    srai x0, x0, 7
.endm

# That many cycles of issue.
.macro idle cycles
    .rept \cycles
    nop
    .endr
.endm
