// clang-format off
// (A blank around a `=` would spoil the directive.)
#include <stdint.h>
#include <stdio.h>
// A comment with a "quote' in it
void byteswap(uint32_t dest_reg, uint32_t src1_reg)
{
    TCTXINST;
    opcode1 = 0x2b;
    opcode2 = 0;
    dest_reg = src1_reg << 24 | (src1_reg & 0xff00) << 8 | (src1_reg >> 8 & 0xff00) | src1_reg >> 24;
}
static void mac(int32_t dest_reg, int32_t src1_reg, int32_t src2_reg, uint32_t imm7)
{
    TCTXINST;
    opcode1 = 0x5b;
    opcode2 = 1;
    cycles = 4;
    uint32_t twice = 0;
    twice += src1_reg << 1;
    dest_reg = (int32_t)twice + src2_reg * (int32_t)imm7;
}
static void nand(uint32_t dest_reg, uint32_t src1_reg, uint32_t src2_reg)
{
    TCTXINST;
    opcode1 = 0x5b;
    opcode2 = 3;
    funct7 = 9;
    dest_reg = ~(src1_reg & src2_reg);
}
#pragma weft instruction opcode=0x7b funct3=2 cycles=1
uint32_t parity(uint32_t a)
{
    uint32_t p = 0;
    for (int i = 0; i < 32; i++)
        p ^= a >> i;
    return p & 1;
}
#pragma weft instrution opcode = 1
#pragma pack(1)
#define TEXT                                                                                                           \
    "a \"string\" with /* no comment */ \
    in two lines"
struct s {
    char c[3];
} s = {{'{', '\'', '\\'}};
int main(void)
{
    uint32_t swapped = 0; /* { */
    byteswap(swapped, 1);
    TCT_REG(8) = 5;
    printf("%u %s\n", swapped, TEXT);
    return (int)parity(3);
}
