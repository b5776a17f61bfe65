/* Probe points: what a core waits for, told without an instruction.
 *
 * A probe is a record in the section `.debug_weft` of the ELF file, which never reaches the chip: the traced and the
 * untraced program are the same bytes. The record says where values lie at one program counter, as USDT probes do;
 * whoever looks at a stopped core reads them there. Records follow each other without padding, little endian:
 *
 *     uint32_t address;   the instruction before which the probe stands; 0 when the linker dropped the code
 *     char name[];        "receive", "send", "barrier" or "lock", and a NUL
 *     char operands[];    four locations separated by blanks, and a NUL: peer tag context length
 *
 * A location is what the compiler prints for an operand: a constant, a register, or memory as `8(sp)` or
 * `%lo(symbol)(a5)`. Peer and tag are -1 for "any". A barrier has its number as peer and the number of cores as tag, a
 * lock its number as peer. A probe stands at most 64 bytes before the instruction that waits; WEFT_PROBE_HOLD behind
 * that instruction makes the compiler keep the values where they were; it carries the name, so that the compiler does
 * not merge the ends of two branches that wait for different things.
 */
#ifndef WEFT_PROBE_H
#define WEFT_PROBE_H

#if defined(__riscv) && __riscv_xlen == 32
#define WEFT_PROBE(name, peer, tag, context, length)                                                                   \
    __asm__ volatile("990:\n\t"                                                                                        \
                     ".pushsection .debug_weft, \"\", @progbits\n\t"                                                   \
                     ".4byte 990b\n\t"                                                                                 \
                     ".asciz \"" name "\"\n\t"                                                                         \
                     ".asciz \"%0 %1 %2 %3\"\n\t"                                                                      \
                     ".popsection"                                                                                     \
                     :                                                                                                 \
                     : "nor"(peer), "nor"(tag), "nor"(context), "nor"(length))
#define WEFT_PROBE_HOLD(name, peer, tag, context, length)                                                              \
    __asm__ volatile("# " name : : "nor"(peer), "nor"(tag), "nor"(context), "nor"(length))
#else
#define WEFT_PROBE(name, peer, tag, context, length) ((void)(peer), (void)(tag), (void)(context), (void)(length))
#define WEFT_PROBE_HOLD(name, peer, tag, context, length) ((void)0)
#endif

#endif
