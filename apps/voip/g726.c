/* Source: ITU-T G.726 (12/90), chapter 4, at 32 kbit/s. The functions are its sub-blocks, whose names are in their
 * comments; numbers are those of its tables, scales and step sizes in base 2 logarithms. Samples are uniform: the
 * synchronous adjustment for tandem codings by the laws of G.711 (sub-blocks COMPRESS to SYNC) is not needed and left
 * out.
 */
#include "g726.h"

#define MAGNITUDE_BITS 3
#define SIGN_BIT (1u << MAGNITUDE_BITS)
#define SPEED_FULL 256
#define SCALE_LEAST 544
#define SCALE_MOST 5120
#define POLE_2_LIMIT 12288   /* 0.75 */
#define POLE_SUM_LIMIT 15360 /* 15/16 - 2^-4 */
#define TONE_POLE (-11776)   /* -0.71875 */
#define QUIET_SCALE 1536

/* By the magnitude of the code: the end of its interval of the normalized logarithm (table 7), its normalized value
 * (table 11), the multiplier of the scale (W, table 13), and its largeness (F, table 15). */
static const int16_t interval_end[7] = {-125, 79, 177, 245, 299, 348, 399};
static const int16_t normalized[8] = {-2048, 4, 135, 213, 273, 323, 373, 425};
static const int16_t scale_factor[8] = {-12, 18, 41, 64, 112, 198, 355, 1122};
static const uint8_t largeness[8] = {0, 0, 0, 1, 1, 1, 3, 7};

/* The estimate of the next sample, and the scale of its code. */
struct estimate {
    int32_t of_zeros; /* [SEZ] */
    int32_t signal;   /* [SE] */
    int32_t scale;    /* [Y] */
};

/* Returns the number of significant bits; 0 for 0. */
static uint32_t bits_of(uint32_t value)
{
    return value == 0 ? 0 : 32u - (uint32_t)__builtin_clz(value);
}

/* FLOATA, FLOATB. */
static struct g726_float floating(bool negative, uint32_t magnitude)
{
    const uint32_t exponent = bits_of(magnitude);
    const uint32_t mantissa = magnitude == 0 ? 32 : (magnitude << 6) >> exponent;
    return (struct g726_float){negative, (uint8_t)exponent, (uint8_t)mantissa};
}

void g726_reset(struct g726 *state)
{
    *state = (struct g726){.slow_scale = SCALE_LEAST << 6, .fast_scale = SCALE_LEAST};
    for (int i = 0; i < G726_ZEROS; i++) {
        state->differences[i] = floating(false, 0);
    }
    for (int i = 0; i < G726_POLES; i++) {
        state->signals[i] = floating(false, 0);
    }
}

/* FMULT: a coefficient times a floating number, in the precision that the Recommendation prescribes. */
static int32_t product(int32_t coefficient, struct g726_float by)
{
    const bool negative = coefficient < 0;
    const int32_t quarter = coefficient >> 2;
    const struct g726_float factor = floating(negative, (uint32_t)(negative ? -quarter : quarter) & 8191);
    const uint32_t exponent = (uint32_t)factor.exponent + by.exponent;
    const uint32_t mantissa = ((uint32_t)factor.mantissa * by.mantissa + 48) >> 4;
    const uint32_t shifted = mantissa << 7;
    const uint32_t magnitude = exponent <= 26 ? shifted >> (26 - exponent) : (shifted << (exponent - 26)) & 32767;
    return negative != by.negative ? -(int32_t)magnitude : (int32_t)magnitude;
}

/* A sum in two's complement of 16 bits, halved. */
static int32_t half_of_16_bits(int32_t sum)
{
    return (int16_t)(uint16_t)sum >> 1;
}

/* LIMA, MIX: the scale, a mix of the slow and the fast one. */
static int32_t scale_of(const struct g726 *state)
{
    const int32_t weight = state->speed >= SPEED_FULL ? 64 : state->speed >> 2;
    const int32_t slow = state->slow_scale >> 6;
    const int32_t apart = state->fast_scale - slow;
    const int32_t part = (apart < 0 ? -apart : apart) * weight >> 6;
    return slow + (apart < 0 ? -part : part);
}

/* FMULT, ACCUM, and the scale. */
static struct estimate estimate_of(const struct g726 *state)
{
    int32_t sum = 0;
    for (int i = 0; i < G726_ZEROS; i++) {
        sum += product(state->zeros[i], state->differences[i]);
    }
    struct estimate estimate = {.of_zeros = half_of_16_bits(sum), .scale = scale_of(state)};
    for (int i = 0; i < G726_POLES; i++) {
        sum += product(state->poles[i], state->signals[i]);
    }
    estimate.signal = half_of_16_bits(sum);
    return estimate;
}

/* LOG, SUBTB, QUAN: the code of a difference. */
static uint8_t quantized(int32_t difference, int32_t scale)
{
    const uint32_t magnitude = (uint32_t)(difference < 0 ? -difference : difference);
    const uint32_t exponent = magnitude == 0 ? 0 : bits_of(magnitude) - 1;
    const uint32_t mantissa = (magnitude << 7) >> exponent & 127;
    const int32_t logarithm = (int32_t)(exponent << 7 | mantissa) - (scale >> 2);
    uint32_t code = 0;
    while (code < 7 && logarithm > interval_end[code]) {
        code++;
    }
    /* There is no negative zero: the code 0 would be a silent line. */
    return (uint8_t)(difference < 0 || code == 0 ? 15 - code : code);
}

/* The magnitude of a code. */
static uint32_t magnitude_of(uint8_t code)
{
    return (code & SIGN_BIT) != 0 ? 15u - code : code;
}

/* RECONST, ADDA, ANTILOG: the magnitude of the difference represented by a code. */
static uint32_t difference_of(uint8_t code, int32_t scale)
{
    const int32_t logarithm = normalized[magnitude_of(code)] + (scale >> 2);
    if (logarithm < 0) {
        return 0;
    }
    const uint32_t mantissa = 128u + ((uint32_t)logarithm & 127);
    return (mantissa << 7) >> (14 - ((uint32_t)logarithm >> 7 & 15));
}

/* TRANS: detects the transition from a narrow-band signal to another one. */
static bool is_transition(const struct g726 *state, uint32_t difference)
{
    const uint32_t whole = (uint32_t)state->slow_scale >> 15;
    const uint32_t part = (uint32_t)state->slow_scale >> 10 & 31;
    const uint32_t threshold = whole > 9 ? 31u << 10 : (32 + part) << whole;
    return state->tone && difference > (threshold + (threshold >> 1)) >> 1;
}

/* FUNCTW, FILTD, LIMB, FILTE. */
static void adapt_scale(struct g726 *state, uint32_t magnitude, int32_t scale)
{
    int32_t fast = scale + ((scale_factor[magnitude] * 32 - scale) >> 5);
    fast = fast < SCALE_LEAST ? SCALE_LEAST : fast;
    state->fast_scale = fast > SCALE_MOST ? SCALE_MOST : fast;
    state->slow_scale += state->fast_scale + (-state->slow_scale >> 6);
}

/* FUNCTF, FILTA, FILTB, SUBTC, FILTC, TRIGA: fast after a change of the signal, slow while it is stationary. */
static void adapt_speed(struct g726 *state, uint32_t magnitude, int32_t scale, bool transition)
{
    const int32_t large = largeness[magnitude];
    state->short_average += ((large << 9) - state->short_average) >> 5;
    state->long_average += ((large << 11) - state->long_average) >> 7;
    const int32_t apart = (state->short_average << 2) - state->long_average;
    const bool alike = (apart < 0 ? -apart : apart) < state->long_average >> 3;
    const bool new = scale < QUIET_SCALE || !alike || state->tone;
    state->speed += ((new ? 2 * SPEED_FULL : 0) - state->speed) >> 4;
    if (transition) {
        state->speed = SPEED_FULL;
    }
}

static int32_t within(int32_t value, int32_t limit)
{
    if (value > limit) {
        return limit;
    }
    return value < -limit ? -limit : value;
}

/* UPA2, LIMC, UPA1, LIMD. `sign`: of the newest sum of difference and zeros' estimate; `silent`: it is 0. */
static void adapt_poles(struct g726 *state, bool sign, bool silent)
{
    const int32_t first = state->poles[0];
    const int32_t gain = within(first, 8191) * 4;
    int32_t towards = sign == state->sign[1] ? 16384 : -16384;
    towards += sign == state->sign[0] ? -gain : gain;
    const int32_t second = state->poles[1] + (silent ? 0 : towards >> 7) - (state->poles[1] >> 7);
    state->poles[1] = within(second, POLE_2_LIMIT);
    const int32_t step = silent ? 0 : sign == state->sign[0] ? 192 : -192;
    state->poles[0] = within(first + step - (first >> 8), POLE_SUM_LIMIT - state->poles[1]);
}

/* XOR, UPB. */
static void adapt_zeros(struct g726 *state, bool negative, uint32_t difference)
{
    for (int i = 0; i < G726_ZEROS; i++) {
        const int32_t step = negative == state->differences[i].negative ? 128 : -128;
        state->zeros[i] += (difference == 0 ? 0 : step) - (state->zeros[i] >> 8);
    }
}

/* TRIGB: resets the predictor after a transition. */
static void forget_predictor(struct g726 *state)
{
    for (int i = 0; i < G726_ZEROS; i++) {
        state->zeros[i] = 0;
    }
    state->poles[0] = state->poles[1] = 0;
    state->tone = false;
}

/* The delays: newest first. */
static void remember(struct g726 *state, struct g726_float difference, struct g726_float signal, bool sign)
{
    for (int i = G726_ZEROS - 1; i > 0; i--) {
        state->differences[i] = state->differences[i - 1];
    }
    state->differences[0] = difference;
    state->signals[1] = state->signals[0];
    state->signals[0] = signal;
    state->sign[1] = state->sign[0];
    state->sign[0] = sign;
}

/* Updates the state with a code, as both sides do; returns the reconstructed signal. */
static int32_t take_up(struct g726 *state, uint8_t code, const struct estimate *estimate)
{
    const bool negative = (code & SIGN_BIT) != 0;
    const uint32_t magnitude = magnitude_of(code);
    const uint32_t difference = difference_of(code, estimate->scale);
    const int32_t with_sign = negative ? -(int32_t)difference : (int32_t)difference;
    const int32_t signal = (int16_t)(uint16_t)(estimate->signal + with_sign); /* ADDB */
    const int32_t sum = estimate->of_zeros + with_sign;                       /* ADDC */
    const bool transition = is_transition(state, difference);
    adapt_poles(state, sum < 0, sum == 0);
    adapt_zeros(state, negative, difference);
    /* TONE comes before FILTC, which uses the new poles. */
    state->tone = state->poles[1] < TONE_POLE;
    adapt_speed(state, magnitude, estimate->scale, transition);
    adapt_scale(state, magnitude, estimate->scale);
    if (transition) {
        forget_predictor(state);
    }
    const uint32_t size = (uint32_t)(signal < 0 ? -signal : signal) & 32767;
    remember(state, floating(negative, difference), floating(signal < 0, size), sum < 0);
    return signal;
}

uint8_t g726_encode(struct g726 *state, int16_t sample)
{
    const struct estimate estimate = estimate_of(state);
    const uint8_t code = quantized((sample >> 2) - estimate.signal, estimate.scale);
    take_up(state, code, &estimate);
    return code;
}

int16_t g726_decode(struct g726 *state, uint8_t code)
{
    const struct estimate estimate = estimate_of(state);
    const int32_t signal = take_up(state, code & 15, &estimate);
    return (int16_t)(within(signal, 8191) * 4);
}
