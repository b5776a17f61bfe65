/* Reports: figures that a program returns to the tool that runs it, such as measured cycles, a load, a number of steps.
 *
 *     weft_report("latency", cycles);
 *     weft_report_at("latency # run-time", bytes, cycles);            one of a family; `#` is replaced by the label
 *     weft_report_at2("lock # worst #", ranks, round, cycles);        two labels
 *
 * The name is a string literal without `"`, `\` and `%`. The value is an integer of up to 64 bits, a float or a double.
 * A label is an integer of 32 bits or a string, of which the first 200 bytes are used. `weft run --reports` prints the
 * figures, `weft run --json` writes them, and `weft paper` fills its tables with them.
 *
 * On a chip a report is a `nop`, and a record in the section `.debug_weft` (probe.h) that says where the values are
 * when that instruction issues; the record is not loaded into the chip. So a report costs one instruction, and those
 * that move its values to registers: none for values that are in registers already or are constant. The `nop` is needed
 * because the record would otherwise refer to the next instruction, which a branch around the report can reach as well.
 *
 * On the host a report is a call that writes a record to the launcher; without a launcher it does nothing.
 */
#ifndef WEFT_REPORT_FIGURES_H
#define WEFT_REPORT_FIGURES_H

#include <stdint.h>

#define weft_report(name, value) WEFT_REPORT(name, WEFT_REPORT_NONE, 0, WEFT_REPORT_NONE, 0, value)
#define weft_report_at(name, label, value)                                                                             \
    WEFT_REPORT(name, WEFT_REPORT_LABEL(label), label, WEFT_REPORT_NONE, 0, value)
#define weft_report_at2(name, label, other, value)                                                                     \
    WEFT_REPORT(name, WEFT_REPORT_LABEL(label), label, WEFT_REPORT_LABEL(other), other, value)

/* Kind of a label. */
#define WEFT_REPORT_NONE 0
#define WEFT_REPORT_NUMBER 1
#define WEFT_REPORT_TEXT 2
#define WEFT_REPORT_LABEL(label)                                                                                       \
    _Generic((label), char * : WEFT_REPORT_TEXT, const char * : WEFT_REPORT_TEXT, default : WEFT_REPORT_NUMBER)

#if defined(__riscv) && __riscv_xlen == 32

#define WEFT_REPORT_WORD 0     /* int32_t: one word */
#define WEFT_REPORT_UNSIGNED 1 /* uint32_t: one word */
#define WEFT_REPORT_LONG 2     /* int64_t: two words, the lower one first */
#define WEFT_REPORT_FLOAT 3    /* one word */
#define WEFT_REPORT_DOUBLE 4   /* two words */

#define WEFT_REPORT_KIND(value)                                                                                        \
    _Generic((value), float                                                                                            \
             : WEFT_REPORT_FLOAT, double                                                                               \
             : WEFT_REPORT_DOUBLE, long long                                                                           \
             : WEFT_REPORT_LONG, unsigned long long                                                                    \
             : WEFT_REPORT_LONG, unsigned long                                                                         \
             : WEFT_REPORT_UNSIGNED, unsigned int                                                                      \
             : WEFT_REPORT_UNSIGNED, default                                                                           \
             : WEFT_REPORT_WORD)

/* The bits of a value. */
#define WEFT_REPORT_BITS(value)                                                                                        \
    _Generic((value), float                                                                                            \
             : weft_report_float_bits, double                                                                          \
             : weft_report_double_bits, unsigned int                                                                   \
             : weft_report_unsigned_bits, unsigned long                                                                \
             : weft_report_unsigned_bits, unsigned long long                                                           \
             : weft_report_unsigned_bits, default                                                                      \
             : weft_report_signed_bits)(value)

static inline __attribute__((always_inline)) uint64_t weft_report_unsigned_bits(uint64_t value)
{
    return value;
}

static inline __attribute__((always_inline)) uint64_t weft_report_signed_bits(int64_t value)
{
    return (uint64_t)value;
}

static inline __attribute__((always_inline)) uint64_t weft_report_float_bits(float value)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline __attribute__((always_inline)) uint64_t weft_report_double_bits(double value)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The upper word of a 64-bit value; a constant 0 for others, for which the compiler then emits nothing. */
#define WEFT_REPORT_HAS_UPPER(kind) ((kind) == WEFT_REPORT_LONG || (kind) == WEFT_REPORT_DOUBLE)
#define WEFT_REPORT_UPPER(value, bits) (WEFT_REPORT_HAS_UPPER(WEFT_REPORT_KIND(value)) ? (uint32_t)((bits) >> 32) : 0u)

#define WEFT_REPORT(name, first, label, second, other, value)                                                          \
    do {                                                                                                               \
        const uint64_t weft_bits = WEFT_REPORT_BITS(value);                                                            \
        __asm__ volatile(".option push\n\t"                                                                            \
                         ".option norvc\n"                                                                             \
                         "990:\tnop\n\t"                                                                               \
                         ".option pop\n\t"                                                                             \
                         ".pushsection .debug_weft, \"\", @progbits\n\t"                                               \
                         ".4byte 990b\n\t"                                                                             \
                         ".asciz \"report %0 %1 %2 " name "\"\n\t"                                                     \
                         ".asciz \"%3 %4 %5 %6\"\n\t"                                                                  \
                         ".popsection"                                                                                 \
                         :                                                                                             \
                         : "n"(WEFT_REPORT_KIND(value)), "n"(first), "n"(second), "nr"((uint32_t)weft_bits),           \
                           "nr"(WEFT_REPORT_UPPER(value, weft_bits)), "nr"((int32_t)(label)), "nr"((int32_t)(other))); \
    } while (0)

#else

/* A label as an argument: a number, or the address of a string. */
#define WEFT_REPORT_ARGUMENT(label)                                                                                    \
    _Generic((label), char * : weft_report_text, const char * : weft_report_text, default : weft_report_number)(label)

static inline int64_t weft_report_text(const char *text)
{
    return (int64_t)(intptr_t)text;
}

static inline int64_t weft_report_number(int64_t number)
{
    return number;
}

/* Sends a figure to the launcher: its name, the kind and value of each label, and its value. */
void weft_report_integer(const char *name, int first, int64_t label, int second, int64_t other, int64_t value);
void weft_report_real(const char *name, int first, int64_t label, int second, int64_t other, double value);

#define WEFT_REPORT(name, first, label, second, other, value)                                                          \
    _Generic((value), float                                                                                            \
             : weft_report_real, double                                                                                \
             : weft_report_real, default                                                                               \
             : weft_report_integer)("" name, first, WEFT_REPORT_ARGUMENT(label), second, WEFT_REPORT_ARGUMENT(other),  \
                                    value)

#endif

#endif
