/* What is no image of a program is refused, and leaves the DSP where it is; then the right one starts it, once. Prints
 * "well 0" if all of that holds. */
#include <stdio.h>
#include <strategy_load.h>
#include <string.h>
#include <weft/core.h>
#include <weft/shared.h>

#define IMAGE_BYTES (1024u * 1024)

WEFT_SHARED uint32_t image[IMAGE_BYTES / 4];

static int wrong;

static void check(int32_t got, int32_t wanted, const char *what)
{
    if (got != wanted) {
        printf("%s: %ld, and not %ld\n", what, (long)got, (long)wanted);
        wrong = 1;
    }
}

/* Another word at an offset of the image, or at one in its first program header. */
static void damage(uint32_t offset, uint32_t word, const char *what)
{
    const uint32_t right = image[offset / 4];
    image[offset / 4] = word;
    check(strategy_load(0, image, IMAGE_BYTES), STRATEGY_ERR_IMAGE, what);
    image[offset / 4] = right;
}

/* Where the first program header is that says what is loaded. */
static uint32_t first_segment(void)
{
    uint32_t at = image[7];
    while (image[at / 4] != 1) {
        at += 32;
    }
    return at;
}

int main(int count, char **words)
{
    (void)words;
    const uint32_t segment = first_segment();
    damage(0, 0x464C4500u, "another magic");
    damage(4, image[1] ^ 3u, "an ELF file of 64 bits");
    damage(16, 3u << 16 | 2u, "another processor");
    damage(24, 64, "another beginning");
    damage(28, IMAGE_BYTES, "program headers beyond the end");
    damage(28, UINT32_MAX - 3, "program headers that wrap");
    damage(segment + 4, IMAGE_BYTES - 4, "a segment that ends beyond the image");
    damage(segment + 4, UINT32_MAX - 3, "a segment that wraps");
    damage(segment + 12, WEFT_PMEM_BASE + WEFT_PMEM_SIZE - 4, "a segment beyond the memory");
    damage(segment + 12, UINT32_MAX - 3, "a segment whose addresses wrap");
    damage(segment + 12, WEFT_PMEM_BASE + 2, "a segment that is not in words");
    damage(segment + 20, WEFT_PMEM_SIZE + 4, "a segment that is too large");
    damage(segment + 20, 0, "a segment with more in the file than in memory");
    check(strategy_load(0, image, 20), STRATEGY_ERR_IMAGE, "an image that is cut");
    check(strategy_load(0, (const char *)image + 1, 100), STRATEGY_ERR_ARGUMENT, "an image between words");
    check(strategy_load(WEFT_CORES - 1, image, IMAGE_BYTES), STRATEGY_ERR_ARGUMENT, "a DSP that is not there");
    if (count > 1) {
        return wrong; /* and the DSP stays in reset */
    }
    check(strategy_load(0, image, IMAGE_BYTES) > 1000, 1, "the right image");
    check(strategy_load(0, image, IMAGE_BYTES), STRATEGY_ERR_BUSY, "a DSP that has begun");
    check(strategy_connect(0, NULL, 0), 0, "a DSP that serves");
    strategy_disconnect(0);
    printf("well %d\n", wrong);
    return wrong;
}
