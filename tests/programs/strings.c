/* Strings: the C library's functions, and number formatting and parsing at their limits. */
#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reverse_words(char *text)
{
    char *words[16];
    size_t count = 0;
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = word;
    while (count-- > 0)
        printf("%s%c", words[count], count == 0 ? '\n' : ' ');
}

static void print_moves(void)
{
    char buffer[40];
    for (size_t shift = 0; shift < 5; shift++) {
        memset(buffer, '.', sizeof buffer - 1);
        buffer[sizeof buffer - 1] = '\0';
        memcpy(buffer + shift, "abcdefghijklmnop", 16);
        memmove(buffer + shift + 3, buffer + shift, 16);
        printf("%s %d\n", buffer, (int)(strchr(buffer, 'p') - buffer));
    }
}

static void print_numbers(void)
{
    printf("%d %d %u %ld\n", INT_MIN, INT_MAX, UINT_MAX, LONG_MIN);
    printf("%lld %llu %llx\n", LLONG_MIN, ULLONG_MAX, 0x0123456789abcdefULL);
    printf("[%8d] [%-8d] [%08x] [%+d] [%5s] [%.3s]\n", -42, 42, 0xbeefu, 7, "ab", "abcdef");
    printf("%ld %ld %lu\n", strtol("-2147483648", NULL, 10), strtol("0x7fff", NULL, 16),
           strtoul("4294967295", NULL, 0));
}

int main(void)
{
    char sentence[] = "the warp crosses the weft and makes a fabric";
    char upper[sizeof sentence];
    for (size_t i = 0; i < sizeof sentence; i++)
        upper[i] = (char)toupper((unsigned char)sentence[i]);
    puts(upper);
    reverse_words(sentence);
    print_moves();
    print_numbers();
    const int order = strcmp("weft", "warp");
    printf("%d %d %u\n", order > 0, strncmp("weft", "web", 2), (unsigned)strspn("mpich", "chimp"));
    return strstr(upper, "WEFT") == NULL ? 1 : 0;
}
