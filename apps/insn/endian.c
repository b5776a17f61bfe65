/* A custom instruction described in the program that calls it: the byte swap of Figure 2 of H. Xiao et al., 2012.
 *
 * swap_in_c() is (b) of the figure, byteswap() is (c), and swap() is (d); `weft disasm` shows (e). inline_assembly()
 * calls the instruction by its name.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t swap_in_c(uint32_t word)
{
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

void byteswap(uint32_t dest_reg, uint32_t src1_reg)
{
    TCTXINST;
    opcode1 = 0x2b;
    opcode2 = 0;
    dest_reg = src1_reg << 24 | (src1_reg & 0xff00) << 8 | (src1_reg >> 8 & 0xff00) | src1_reg >> 24;
}

/* The operands are in these two registers. */
__attribute__((noipa)) static uint32_t swap(uint32_t word)
{
    TCT_REG(8) = word;
    TCT_REG(9);
    byteswap(REG9, REG8);
    return REG9;
}

/* The compiler selects the registers. */
__attribute__((noipa)) static uint32_t swap_anywhere(uint32_t word)
{
    uint32_t swapped;
    byteswap(swapped, word);
    return swapped;
}

__attribute__((noipa)) static uint32_t inline_assembly(uint32_t word)
{
    uint32_t swapped;
    __asm__("byteswap %0, %1" : "=r"(swapped) : "r"(word));
    return swapped;
}

int main(void)
{
    const uint32_t word = 0x12345678;
    const uint32_t results[] = {swap_in_c(word), swap(word), swap_anywhere(word), inline_assembly(word)};
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++) {
        printf("%08x\n", (unsigned)results[i]);
        if (results[i] != results[0])
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
