/* A number in a floating-point register. */
#include <stdio.h>

__attribute__((noinline)) float half(float value)
{
    return value / 2;
}

int main(void)
{
    printf("%d tenths\n", (int)(half(7.0f) * 10));
    return 0;
}
