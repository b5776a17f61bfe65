/* The kernels of reductions (MPI 4.0, section 6.9.2: which operation is legal on which type). A count of 0 asks only
 * whether the operation is legal. Integer sums and products wrap around. */
#include "datatype.h"

#define FOR_EACH(expression)                                                                                           \
    for (int i = 0; i < count; i++) {                                                                                  \
        b[i] = (element)(expression);                                                                                  \
    }                                                                                                                  \
    return true

#define OPERATION(op) ((uint32_t)(uintptr_t)(op) >> 1 & 0x7Fu)
#define MAXIMUM 0u
#define MINIMUM 1u
#define SUM 2u
#define PRODUCT 3u
#define LOGICAL_AND 4u
#define LOGICAL_OR 5u
#define LOGICAL_XOR 6u
#define BITWISE_AND 7u
#define BITWISE_OR 8u
#define BITWISE_XOR 9u

#define CASES_ORDER                                                                                                    \
    case MAXIMUM:                                                                                                      \
        FOR_EACH(a[i] > b[i] ? a[i] : b[i]);                                                                           \
    case MINIMUM:                                                                                                      \
        FOR_EACH(a[i] < b[i] ? a[i] : b[i]);

/* `wide` is a type in which the arithmetic is defined for all values. */
#define CASES_ARITHMETIC(wide)                                                                                         \
    case SUM:                                                                                                          \
        FOR_EACH((wide)a[i] + (wide)b[i]);                                                                             \
    case PRODUCT:                                                                                                      \
        FOR_EACH((wide)a[i] * (wide)b[i]);

#define CASES_LOGICAL                                                                                                  \
    case LOGICAL_AND:                                                                                                  \
        FOR_EACH(a[i] && b[i]);                                                                                        \
    case LOGICAL_OR:                                                                                                   \
        FOR_EACH(a[i] || b[i]);                                                                                        \
    case LOGICAL_XOR:                                                                                                  \
        FOR_EACH(!a[i] != !b[i]);

#define CASES_BITWISE                                                                                                  \
    case BITWISE_AND:                                                                                                  \
        FOR_EACH(a[i] & b[i]);                                                                                         \
    case BITWISE_OR:                                                                                                   \
        FOR_EACH(a[i] | b[i]);                                                                                         \
    case BITWISE_XOR:                                                                                                  \
        FOR_EACH(a[i] ^ b[i]);

#define KERNEL(name, type, cases)                                                                                      \
    bool weft_mpi_kernel_##name(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype)              \
    {                                                                                                                  \
        (void)datatype;                                                                                                \
        typedef type element;                                                                                          \
        const element *const a = in;                                                                                   \
        element *const b = inout;                                                                                      \
        switch (OPERATION(op)) {                                                                                       \
            cases default : return false;                                                                              \
        }                                                                                                              \
    }

#define CASES_INTEGER(wide)                                                                                            \
    CASES_ORDER CASES_ARITHMETIC(wide)                                                                                 \
    CASES_LOGICAL CASES_BITWISE
#define CASES_FLOATING(wide) CASES_ORDER CASES_ARITHMETIC(wide)

/* An integer of any size, as one of 64 bits. */
static uint64_t load(const uint8_t *from, uint32_t size, bool is_signed)
{
    uint64_t value = is_signed && from[size - 1] >= 0x80 ? UINT64_MAX : 0; /* little endian */
    for (uint32_t i = size; i > 0; i--) {
        value = value << 8 | from[i - 1];
    }
    return value;
}

static bool combine(uint32_t operation, uint64_t a, uint64_t *b, bool is_signed)
{
    const uint64_t flip = is_signed ? UINT64_C(1) << 63 : 0;
    const bool less = (a ^ flip) < (*b ^ flip);
    switch (operation) {
    case MAXIMUM:
        *b = less ? *b : a;
        return true;
    case MINIMUM:
        *b = less ? a : *b;
        return true;
    case SUM:
        *b += a;
        return true;
    case PRODUCT:
        *b *= a;
        return true;
    case LOGICAL_AND:
        *b = a && *b;
        return true;
    case LOGICAL_OR:
        *b = a || *b;
        return true;
    case LOGICAL_XOR:
        *b = !a != !*b;
        return true;
    case BITWISE_AND:
        *b &= a;
        return true;
    case BITWISE_OR:
        *b |= a;
        return true;
    case BITWISE_XOR:
        *b ^= a;
        return true;
    default:
        return false;
    }
}

bool weft_mpi_kernel_integer(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype)
{
    const uint32_t size = weft_mpi_size(datatype);
    const bool is_signed = ((uintptr_t)datatype >> 16 & 0xFFu) == WEFT_MPI_SIGNED;
    const uint8_t *from = in;
    uint8_t *to = inout;
    for (int i = 0; i < count; i++, from += size, to += size) {
        uint64_t value = load(to, size, is_signed);
        (void)combine(OPERATION(op), load(from, size, is_signed), &value, is_signed);
        for (uint32_t byte = 0; byte < size; byte++) {
            to[byte] = (uint8_t)(value >> 8 * byte);
        }
    }
    uint64_t nothing = 0;
    return combine(OPERATION(op), 0, &nothing, false);
}

KERNEL(int8, int8_t, CASES_INTEGER(uint32_t))
KERNEL(int16, int16_t, CASES_INTEGER(uint32_t))
KERNEL(int32, int32_t, CASES_INTEGER(uint32_t))
KERNEL(int64, int64_t, CASES_INTEGER(uint64_t))
KERNEL(uint8, uint8_t, CASES_INTEGER(uint32_t))
KERNEL(uint16, uint16_t, CASES_INTEGER(uint32_t))
KERNEL(uint32, uint32_t, CASES_INTEGER(uint32_t))
KERNEL(uint64, uint64_t, CASES_INTEGER(uint64_t))
KERNEL(float, float, CASES_FLOATING(float))
KERNEL(double, double, CASES_FLOATING(double))
KERNEL(long_double, long double, CASES_FLOATING(long double))
KERNEL(float_complex, float _Complex, CASES_ARITHMETIC(float _Complex))
KERNEL(double_complex, double _Complex, CASES_ARITHMETIC(double _Complex))
KERNEL(long_double_complex, long double _Complex, CASES_ARITHMETIC(long double _Complex))
KERNEL(bool, bool, CASES_LOGICAL)
KERNEL(byte, uint8_t, CASES_BITWISE)

bool weft_mpi_kernel_none(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype)
{
    (void)op, (void)in, (void)inout, (void)count, (void)datatype;
    return false;
}

static weft_mpi_kernel *kernel_of(MPI_Datatype datatype)
{
    if (weft_mpi_is_datatype(datatype)) {
        return weft_mpi_pick_kernel(datatype);
    }
    return datatype->kernel ? datatype->kernel : weft_mpi_kernel_none;
}

bool weft_mpi_kernel_any(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype)
{
    return kernel_of(datatype)(op, in, inout, count, datatype);
}
