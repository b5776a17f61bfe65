#include <stdio.h>
#include <weft/platform.h>

char table[16];

int main(void)
{
    printf("%.15s%.15s", table, (const char *)WEFT_SRAM_BASE);
    return 0;
}
