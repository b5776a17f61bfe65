// Prints a line and believes that it is read.
#include <stdio.h>

int main(void)
{
    printf("a line\n");
    return 0;
}
