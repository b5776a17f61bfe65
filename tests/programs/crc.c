/* Checksums: CRC-32 bit by bit and by table, CRC-16, Adler-32, all over the same text and over unaligned parts of it.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t crc32_bitwise(const uint8_t *data, size_t size)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

static uint32_t crc32_table(const uint8_t *data, size_t size)
{
    static uint32_t table[256];
    for (uint32_t index = 0; index < 256; index++) {
        uint32_t entry = index;
        for (int bit = 0; bit < 8; bit++)
            entry = (entry & 1u) ? entry >> 1 ^ 0xedb88320u : entry >> 1;
        table[index] = entry;
    }
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ data[i]) & 0xffu];
    return ~crc;
}

static uint16_t crc16_ccitt(const uint8_t *data, size_t size)
{
    uint16_t crc = 0xffffu;
    for (size_t i = 0; i < size; i++) {
        crc = (uint16_t)(crc ^ data[i] << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)((crc & 0x8000u) ? (unsigned)crc << 1 ^ 0x1021u : (unsigned)crc << 1);
    }
    return crc;
}

static uint32_t adler32(const uint8_t *data, size_t size)
{
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < size; i++) {
        low = (low + data[i]) % 65521u;
        high = (high + low) % 65521u;
    }
    return high << 16 | low;
}

int main(void)
{
    static const char text[] = "123456789 The quick brown fox jumps over the lazy dog; 0123456789abcdef.";
    const uint8_t *bytes = (const uint8_t *)text;
    int wrong = 0;
    for (size_t start = 0; start < 9; start++) {
        const size_t size = strlen(text) - start;
        const uint32_t bitwise = crc32_bitwise(bytes + start, size);
        wrong |= bitwise != crc32_table(bytes + start, size);
        printf("%u: %08lx %04x %08lx\n", (unsigned)start, (unsigned long)bitwise,
               (unsigned)crc16_ccitt(bytes + start, size), (unsigned long)adler32(bytes + start, size));
    }
    /* The published check values of these polynomials are those of the first nine characters. */
    wrong |= crc32_bitwise(bytes, 9) != 0xcbf43926u;
    wrong |= crc16_ccitt(bytes, 9) != 0x29b1u;
    return wrong;
}
