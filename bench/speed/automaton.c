/* Branches that are hard to foresee: an automaton reads numbers as people write them, right and wrong ones. */

#include "part.h"

enum state { START, SIGNED, WHOLE, FRACTION, EXPONENT, EXPONENT_SIGNED, EXPONENT_DIGITS, WRONG, STATES };
enum { TEXTS = 9, ROUNDS = 60 };

static const char *const texts[TEXTS] = {"5012",   "+3.14e-5", "-0.7E+9", "x12", "1.2.3",
                                         "123456", "+-9",      ".5e5,",   "12e"};

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_sign(char c)
{
    return c == '+' || c == '-';
}

static int is_exponent(char c)
{
    return c == 'e' || c == 'E';
}

static enum state next(enum state state, char c)
{
    switch (state) {
    case START:
        return is_sign(c) ? SIGNED : is_digit(c) ? WHOLE : c == '.' ? FRACTION : WRONG;
    case SIGNED:
        return is_digit(c) ? WHOLE : c == '.' ? FRACTION : WRONG;
    case WHOLE:
        return c == '.' ? FRACTION : is_exponent(c) ? EXPONENT : is_digit(c) ? WHOLE : WRONG;
    case FRACTION:
        return is_exponent(c) ? EXPONENT : is_digit(c) ? FRACTION : WRONG;
    case EXPONENT:
        return is_sign(c) ? EXPONENT_SIGNED : is_digit(c) ? EXPONENT_DIGITS : WRONG;
    case EXPONENT_SIGNED:
    case EXPONENT_DIGITS:
        return is_digit(c) ? EXPONENT_DIGITS : WRONG;
    default:
        return WRONG;
    }
}

uint32_t part(uint32_t seed)
{
    uint32_t counts[STATES] = {0}, sum = 0;
    for (uint32_t turn = 0; turn < ROUNDS * TEXTS; turn++) {
        enum state state = START;
        for (const char *c = texts[(turn + seed) % TEXTS]; *c; c++)
            counts[state = next(state, *c)]++;
    }
    for (int state = 0; state < STATES; state++)
        sum = sum * 7 + counts[state];
    return sum;
}
