/* Every floating-point instruction in every rounding mode, on operands that are special, close to each other or random:
 * writes the result and the flags of each. */
#include <stdint.h>
#include <stdio.h>

enum { TRIPLES = 300, RESULTS = 9 * 5 + 4 * 5 + 12 };

static uint32_t results[TRIPLES][RESULTS][2];
static uint32_t (*next)[2];
static volatile uint32_t memory[2];

static uint32_t random_word(void)
{
    static uint32_t state = 1;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static uint32_t operand(void)
{
    static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                       0x7f800001, 0xffc12345, 1,          0x007fffff, 0x00800000, 0x7f7fffff,
                                       0x4f000000, 0xcf000000, 0x4f7fffff, 0xbf000000, 0x3f000000, 0x4b000001};
    uint32_t word = random_word();
    switch (word >> 29) {
    case 0:
    case 1:
        return special[word % (sizeof special / sizeof *special)];
    case 2:
    case 3:
    case 4:
        return 0x3f000000 + (word & 0x80ffffff);
    default:
        return random_word();
    }
}

static float number(uint32_t word)
{
    float value;
    __asm__ volatile("fmv.w.x %0, %1" : "=f"(value) : "r"(word));
    return value;
}

static void keep(uint32_t word)
{
    uint32_t flags;
    __asm__ volatile("csrrw %0, fflags, zero" : "=r"(flags));
    (*next)[0] = word;
    (*next)[1] = flags;
    next++;
}

static void keep_number(float value)
{
    uint32_t word;
    __asm__ volatile("fmv.x.w %0, %1" : "=r"(word) : "f"(value));
    keep(word);
}

#define ARITHMETIC(operation, ...)                                                                                     \
    {                                                                                                                  \
        float r;                                                                                                       \
        __asm__ volatile(operation : "=f"(r) : __VA_ARGS__);                                                           \
        keep_number(r);                                                                                                \
    }
#define TO_INTEGER(operation, ...)                                                                                     \
    {                                                                                                                  \
        uint32_t r;                                                                                                    \
        __asm__ volatile(operation : "=r"(r) : __VA_ARGS__);                                                           \
        keep(r);                                                                                                       \
    }

/* What rounds by the mode in frm. */
static void rounded(float a, float b, float c, uint32_t word)
{
    ARITHMETIC("fadd.s %0, %1, %2", "f"(a), "f"(b))
    ARITHMETIC("fsub.s %0, %1, %2", "f"(a), "f"(b))
    ARITHMETIC("fmul.s %0, %1, %2", "f"(a), "f"(b))
    ARITHMETIC("fdiv.s %0, %1, %2", "f"(a), "f"(b))
    ARITHMETIC("fsqrt.s %0, %1", "f"(a))
    ARITHMETIC("fmadd.s %0, %1, %2, %3", "f"(a), "f"(b), "f"(c))
    ARITHMETIC("fmsub.s %0, %1, %2, %3", "f"(a), "f"(b), "f"(c))
    ARITHMETIC("fnmadd.s %0, %1, %2, %3", "f"(a), "f"(b), "f"(c))
    ARITHMETIC("fnmsub.s %0, %1, %2, %3", "f"(a), "f"(b), "f"(c))
    ARITHMETIC("fcvt.s.w %0, %1", "r"(word))
    ARITHMETIC("fcvt.s.wu %0, %1", "r"(word))
    TO_INTEGER("fcvt.w.s %0, %1", "f"(a))
    TO_INTEGER("fcvt.wu.s %0, %1", "f"(a))
}

static void unrounded(float a, float b)
{
    ARITHMETIC("fsgnj.s %0, %1, %2", "f"(a), "f"(b))
    ARITHMETIC("fsgnjn.s %0, %1, %2", "f"(a), "f"(b))
    ARITHMETIC("fsgnjx.s %0, %1, %2", "f"(a), "f"(b))
    ARITHMETIC("fmin.s %0, %1, %2", "f"(a), "f"(b))
    ARITHMETIC("fmax.s %0, %1, %2", "f"(a), "f"(b))
    TO_INTEGER("feq.s %0, %1, %2", "f"(a), "f"(b))
    TO_INTEGER("flt.s %0, %1, %2", "f"(a), "f"(b))
    TO_INTEGER("fle.s %0, %1, %2", "f"(a), "f"(b))
    TO_INTEGER("fclass.s %0, %1", "f"(a))
    /* A mode in the instruction goes before that in frm. */
    ARITHMETIC("fadd.s %0, %1, %2, rtz", "f"(a), "f"(b))
    __asm__ volatile("fsw %0, 0(%1)" : : "f"(a), "r"(memory) : "memory");
    keep(memory[0]);
    memory[1] = memory[0] ^ 0xff;
    ARITHMETIC("flw %0, 4(%1)", "r"(memory))
}

int main(void)
{
    /* mstatus.FS: the unit is on. */
    __asm__ volatile("csrs mstatus, %0" : : "r"(0x6000));
    for (int i = 0; i < TRIPLES; i++) {
        uint32_t word = operand();
        float a = number(word), b = number(operand()), c = number(operand());
        next = results[i];
        for (uint32_t mode = 0; mode < 5; mode++) {
            __asm__ volatile("csrw frm, %0" : : "r"(mode));
            rounded(a, b, c, word);
        }
        unrounded(a, b);
    }
    return fwrite(results, sizeof results, 1, stdout) != 1;
}
