/* Floating point in software: operations on corner values of float and double, printed as bits. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned long float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7fc00000ul : (unsigned long)bits;
}

static unsigned long long double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7ff8000000000000ull : (unsigned long long)bits;
}

static void print_float(float a, float b)
{
    printf("%08lx %08lx: %08lx %08lx %08lx %08lx %d%d%d\n", float_bits(a), float_bits(b), float_bits(a + b),
           float_bits(a - b), float_bits(a * b), float_bits(a / b), a<b, a == b, a> b);
}

static void print_double(double a, double b)
{
    printf("%016llx %016llx: %016llx %016llx %016llx %016llx %d%d%d\n", double_bits(a), double_bits(b),
           double_bits(a + b), double_bits(a - b), double_bits(a * b), double_bits(a / b), a<b, a == b, a> b);
}

static void print_conversions(double value)
{
    printf("%g %.10e float %08lx sqrt %016llx\n", value, value, float_bits((float)value), double_bits(sqrt(value)));
    if (fabs(value) < 2147483647.0)
        printf("int %ld long long %lld\n", (long)value, (long long)value);
}

int main(void)
{
    static const volatile float floats[] = {0.0f,          -0.0f,    1.0f, -1.5f, 1e-45f, 1.17549435e-38f,
                                            3.4028235e38f, INFINITY, NAN};
    static const volatile double doubles[] = {
        0.0, 1.0, -2.5, 1.0 / 3.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -INFINITY, NAN};
    enum { FLOATS = sizeof floats / sizeof floats[0], DOUBLES = sizeof doubles / sizeof doubles[0] };
    for (int i = 0; i < FLOATS; i++)
        for (int k = 0; k < FLOATS; k++)
            print_float(floats[i], floats[k]);
    for (int i = 0; i < DOUBLES; i++)
        for (int k = 0; k < DOUBLES; k++)
            print_double(doubles[i], doubles[k]);
    for (int i = 0; i < DOUBLES - 2; i++)
        print_conversions(doubles[i] + 12345.6789);
    return 0;
}
