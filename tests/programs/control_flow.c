/* Control flow and 64-bit arithmetic: recursion, jump tables, function pointers, varargs, setjmp, structures by value.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

struct Pair {
    int64_t first;
    int8_t second;
};

static jmp_buf escape;

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int64_t calculate(char operation, int64_t a, int64_t b)
{
    switch (operation) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    case '%':
        return a % b;
    case '<':
        return (int64_t)((uint64_t)a << (b & 63));
    case '>':
        return a >> (b & 63);
    case '^':
        return a ^ b;
    default:
        longjmp(escape, operation);
    }
}

static int64_t sum(int count, ...)
{
    va_list values;
    va_start(values, count);
    int64_t total = 0;
    for (int i = 0; i < count; i++)
        total += (i & 1) ? va_arg(values, int64_t) : (int64_t)va_arg(values, int);
    va_end(values);
    return total;
}

static struct Pair swap_signs(struct Pair pair)
{
    return (struct Pair){.first = -pair.first, .second = (int8_t)-pair.second};
}

static unsigned square(unsigned value)
{
    return value * value;
}
static unsigned halve(unsigned value)
{
    return value / 2;
}
static unsigned rotate(unsigned value)
{
    return value << 7 | value >> 25;
}

int main(void)
{
    static unsigned (*const functions[])(unsigned) = {square, halve, rotate};
    unsigned value = 12345;
    for (unsigned round = 0; round < 30; round++)
        value = functions[(value ^ round) % 3](value);
    printf("ackermann %u value %u\n", ackermann(2, 9), value);
    const int thrown = setjmp(escape);
    if (thrown == 0)
        for (const char *operation = "+-*/%<>^?";; operation++)
            printf("%c %lld\n", *operation, (long long)calculate(*operation, -0x123456789abcdefLL, 0x1357));
    printf("thrown %c\n", thrown);
    const struct Pair pair = swap_signs((struct Pair){.first = 1LL << 40, .second = -128});
    printf("%lld %d %lld\n", (long long)pair.first, pair.second, (long long)sum(4, -1, 1LL << 33, 7, -2LL));
    return 42;
}
