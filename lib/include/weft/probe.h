/* Probe points: they tell what a core waits for and what it has done, without executing an instruction.
 *
 * A probe is a record in the section `.debug_weft` of the ELF file, which is not loaded into the chip: the program is
 * the same, byte for byte, with and without tracing. The record says where values are at one program counter, as USDT
 * probes do; the simulator reads them there when a core is at that instruction. Records follow each other without
 * padding, little endian:
 *
 *     uint32_t address;   address of the instruction after the probe; 0 when the linker dropped the code
 *     char name[];        "receive", "send", "barrier" or "lock": it waits for that; or an event, below; and a NUL
 *     char operands[];    four locations separated by blanks, and a NUL: peer tag context length; none for a mark
 *
 * A location is what the compiler prints for an operand: a constant, a register, or memory as `8(sp)` or
 * `%lo(symbol)(a5)`. Peer and tag are -1 for "any". The probe of a barrier has its number as peer and the number of
 * cores as tag; that of a lock has its number as peer. A probe is within the 192 bytes before the instruction that
 * waits. WEFT_PROBE_HOLD after that instruction makes the compiler keep the values in their locations until then; it
 * contains the name, so that the compiler does not merge the ends of two branches that wait for different things.
 *
 * Events, for traces:
 *
 *     sent       a message is passed to the library
 *     offer      the same, unless "sent" follows in the same call
 *     refused    the message of the last "offer" was not sent yet
 *     told       "sent", at an instruction that other paths pass as well: a "message" elsewhere counts the message
 *     received   data of a message have arrived; the last operand is the number of bytes still to come
 *     call       a function of an interface works on a context, or has created it; the first operand is the caller's
 *                rank in it, the last its number of ranks
 *
 * Marks: "enter F", a call of F begins that is compiled into its caller; it lasts until the next event or until the
 * function around it returns. "begin R" and "end R": the program enters and leaves its region R (<weft/region.h>).
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
/* A probe whose peer, tag and context are words of objects with static storage. */
#define WEFT_PROBE_AT(name, peer, tag, context, length)                                                                \
    __asm__ volatile("990:\n\t"                                                                                        \
                     ".pushsection .debug_weft, \"\", @progbits\n\t"                                                   \
                     ".4byte 990b\n\t"                                                                                 \
                     ".asciz \"" name "\"\n\t"                                                                         \
                     ".asciz \"%%lo(%0)(zero) %%lo(%1)(zero) %%lo(%2)(zero) %3\"\n\t"                                  \
                     ".popsection"                                                                                     \
                     :                                                                                                 \
                     : "i"(peer), "i"(tag), "i"(context), "nor"(length))
/* A probe whose peer, tag and context are words in memory; no instruction reads them. */
#define WEFT_PROBE_IN(name, peer, tag, context, length)                                                                \
    __asm__ volatile("990:\n\t"                                                                                        \
                     ".pushsection .debug_weft, \"\", @progbits\n\t"                                                   \
                     ".4byte 990b\n\t"                                                                                 \
                     ".asciz \"" name "\"\n\t"                                                                         \
                     ".asciz \"%0 %1 %2 %3\"\n\t"                                                                      \
                     ".popsection"                                                                                     \
                     :                                                                                                 \
                     : "m"(peer), "m"(tag), "m"(context), "nor"(length))
#define WEFT_PROBE_HOLD(name, peer, tag, context, length)                                                              \
    __asm__ volatile("# " name : : "nor"(peer), "nor"(tag), "nor"(context), "nor"(length))
/* Makes the compiler keep, from here on, a value that is needed after a call in a register that the call preserves, so
 * that a probe before that call finds it there. */
#define WEFT_PROBE_KEEP(value)                                                                                         \
    __asm__(""                                                                                                         \
            : "+r"(value)                                                                                              \
            :                                                                                                          \
            : "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t0", "t1", "t2", "t3", "t4", "t5", "t6")
#define WEFT_PROBE_MARK(name)                                                                                          \
    __asm__ volatile("990:\n\t"                                                                                        \
                     ".pushsection .debug_weft, \"\", @progbits\n\t"                                                   \
                     ".4byte 990b\n\t"                                                                                 \
                     ".asciz \"" name "\"\n\t"                                                                         \
                     ".byte 0\n\t"                                                                                     \
                     ".popsection")
#define WEFT_SENT(peer, tag, context, length) WEFT_PROBE("sent", peer, tag, context, length)
#define WEFT_RECEIVED(peer, tag, context, left) WEFT_PROBE("received", peer, tag, context, left)
#define WEFT_CALL(rank, context, ranks) WEFT_PROBE("call", rank, 0, context, ranks)
#else
#include <weft/platform.h>
#ifdef WEFT_TELLS_LAUNCHER
#include <weft/sent.h>
#include <weft/wait_note.h>
#define WEFT_PROBE(name, peer, tag, context, length) WEFT_NOTE_WAIT(name, peer, tag, context, length)
#else
#define WEFT_COUNT_SENT(length) ((void)0)
#define WEFT_PROBE(name, peer, tag, context, length) ((void)(peer), (void)(tag), (void)(context), (void)(length))
#endif
#ifdef WEFT_TRACED
#include <weft/trace.h>
#define WEFT_SENT(peer, tag, context, length)                                                                          \
    do {                                                                                                               \
        WEFT_COUNT_SENT(length);                                                                                       \
        WEFT_TRACE_EVENT(WEFT_TRACE_SENT, peer, tag, context, length);                                                 \
    } while (0)
#define WEFT_OFFER(peer, tag, context, length) WEFT_TRACE_EVENT(WEFT_TRACE_OFFER, peer, tag, context, length)
#define WEFT_REFUSED() WEFT_TRACE_EVENT(WEFT_TRACE_REFUSED, 0, 0, 0, 0)
#define WEFT_RECEIVED(peer, tag, context, left) WEFT_TRACE_EVENT(WEFT_TRACE_RECEIVED, peer, tag, context, left)
#define WEFT_CALL(rank, context, ranks) WEFT_TRACE_EVENT(WEFT_TRACE_CALL, rank, 0, context, ranks)
#else
#define WEFT_SENT(peer, tag, context, length) WEFT_COUNT_SENT(length)
#define WEFT_OFFER(peer, tag, context, length) ((void)0)
#define WEFT_REFUSED() ((void)0)
#define WEFT_RECEIVED(peer, tag, context, left) ((void)0)
#define WEFT_CALL(rank, context, ranks) ((void)0)
#endif
#define WEFT_PROBE_KEEP(value) ((void)0)
#define WEFT_PROBE_MARK(name) ((void)0)
#define WEFT_PROBE_AT(name, peer, tag, context, length) ((void)0)
#define WEFT_PROBE_IN(name, peer, tag, context, length) ((void)0)
#define WEFT_PROBE_HOLD(name, peer, tag, context, length) ((void)0)
#endif

#endif
