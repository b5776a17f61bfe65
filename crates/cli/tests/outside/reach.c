// Reads the first file and writes the second; says what it could do.
#include <errno.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const char *from = argc > 1 ? argv[1] : "secret";
    FILE *in = fopen(from, "r");
    printf("read %d\n", in != NULL ? 0 : errno);
    FILE *out = fopen("made.txt", "w");
    printf("made %d\n", out != NULL ? 0 : errno);
    FILE *up = fopen("../made.txt", "w");
    printf("made above %d\n", up != NULL ? 0 : errno);
    return 0;
}
