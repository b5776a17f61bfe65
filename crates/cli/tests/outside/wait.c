// Waits for input.
#include <stdio.h>

int main(void)
{
    return getchar() == EOF ? 0 : 1;
}
