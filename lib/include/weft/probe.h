/* Probe points: what a core waits for, and what it has done, told without an instruction.
 *
 * A probe is a record in the section `.debug_weft` of the ELF file, which never reaches the chip: the traced and the
 * untraced program are the same bytes. The record says where values lie at one program counter, as USDT probes do;
 * whoever looks at a stopped core reads them there. Records follow each other without padding, little endian:
 *
 *     uint32_t address;   the instruction before which the probe stands; 0 when the linker dropped the code
 *     char name[];        "receive", "send", "barrier" or "lock": it waits for that; or an event, below; and a NUL
 *     char operands[];    four locations separated by blanks, and a NUL: peer tag context length; none for a mark
 *
 * A location is what the compiler prints for an operand: a constant, a register, or memory as `8(sp)` or
 * `%lo(symbol)(a5)`. Peer and tag are -1 for "any". A barrier has its number as peer and the number of cores as tag, a
 * lock its number as peer. A probe stands at most 192 bytes before the instruction that waits; WEFT_PROBE_HOLD behind
 * that instruction makes the compiler keep the values where they were; it carries the name, so that the compiler does
 * not merge the ends of two branches that wait for different things.
 *
 * The events, for traces: "sent", that a message is given to the library; "offer": the same, unless "sent" follows in
 * the same call; "refused": that the message offered was not sent yet; "told": "sent" where other paths pass the same
 * instruction, so that "message" stands elsewhere to count it; "received", that data of a message have come (the last
 * operand: how many bytes are still to come); "call", that a function of an interface works on a context, or has made
 * it (the first operand: the own rank in it; the last: its number of ranks). And the marks "enter F", that a call of F
 * begins which is compiled into its caller, up to the next event or the return of the function behind it; "begin R" and
 * "end R", that the program enters and leaves its region R (<weft/region.h>).
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
/* Peer, tag and context are the words of objects that are there for good. */
#define WEFT_PROBE_AT(name, peer, tag, context, length)                                                                \
    __asm__ volatile("990:\n\t"                                                                                        \
                     ".pushsection .debug_weft, \"\", @progbits\n\t"                                                   \
                     ".4byte 990b\n\t"                                                                                 \
                     ".asciz \"" name "\"\n\t"                                                                         \
                     ".asciz \"%%lo(%0)(zero) %%lo(%1)(zero) %%lo(%2)(zero) %3\"\n\t"                                  \
                     ".popsection"                                                                                     \
                     :                                                                                                 \
                     : "i"(peer), "i"(tag), "i"(context), "nor"(length))
/* Peer, tag and context are words of memory, which is not read. */
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
/* From here on the compiler keeps a value that is needed behind a call where the call leaves it, so that a probe in
 * front of that call finds it there. */
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
