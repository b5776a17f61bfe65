/* The kernels of reductions, and which operation is defined for which type (MPI 4.0, sections 6.9.2 and 6.9.4). Integer
 * sums and products wrap around. */
#include "reduction.h"

#include <string.h>

#define FOR_EACH(expression)                                                                                           \
    for (int i = 0; i < (WEFT_SMALL ? 1 : count); i++) {                                                               \
        b[i] = (element)(expression);                                                                                  \
    }                                                                                                                  \
    break

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
#define LOCATION 10u /* and 11: MPI_MAXLOC, MPI_MINLOC */

bool weft_mpi_is_legal(MPI_Op op, MPI_Datatype datatype)
{
    enum {
        ORDER = 1 << MAXIMUM | 1 << MINIMUM,
        ARITHMETIC = 1 << SUM | 1 << PRODUCT,
        LOGICAL = 1 << LOGICAL_AND | 1 << LOGICAL_OR | 1 << LOGICAL_XOR,
        BITWISE = 1 << BITWISE_AND | 1 << BITWISE_OR | 1 << BITWISE_XOR,
        PLACES = 1 << LOCATION | 1 << (LOCATION + 1),
    };
    static const uint16_t legal[] = {
        [WEFT_MPI_OPAQUE] = 0,
        [WEFT_MPI_SIGNED] = ORDER | ARITHMETIC | LOGICAL | BITWISE,
        [WEFT_MPI_UNSIGNED] = ORDER | ARITHMETIC | LOGICAL | BITWISE,
        [WEFT_MPI_FLOATING] = ORDER | ARITHMETIC,
        [WEFT_MPI_COMPLEX] = ARITHMETIC,
        [WEFT_MPI_LOGICAL] = LOGICAL,
        [WEFT_MPI_BYTES] = BITWISE,
    };
    const bool exists = (uintptr_t)op >> 24 == 0x53u;
    const uint32_t operations = weft_mpi_is_datatype(datatype) ? legal[(uintptr_t)datatype >> 16 & 0xFFu]
                                : datatype->predefined         ? (uint32_t)PLACES
                                                               : 0;
    return exists && (operations >> OPERATION(op) & 1u) != 0;
}

/* The form for small code has a single comparison, whose operands are swapped for the minimum. */
#if WEFT_SMALL
#define CASES_ORDER                                                                                                    \
    case MAXIMUM:                                                                                                      \
    case MINIMUM: {                                                                                                    \
        const bool largest = OPERATION(op) == MAXIMUM;                                                                 \
        const element *const first = largest ? a : b;                                                                  \
        const element *const second = largest ? b : a;                                                                 \
        *b = *first > *second ? *a : *b;                                                                               \
        break;                                                                                                         \
    }
#else
#define CASES_ORDER                                                                                                    \
    case MAXIMUM:                                                                                                      \
        FOR_EACH(a[i] > b[i] ? a[i] : b[i]);                                                                           \
    case MINIMUM:                                                                                                      \
        FOR_EACH(a[i] < b[i] ? a[i] : b[i]);
#endif

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
    void weft_mpi_kernel_##name(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype)              \
    {                                                                                                                  \
        (void)datatype, (void)count;                                                                                   \
        typedef type element;                                                                                          \
        const element *const a = in;                                                                                   \
        element *const b = inout;                                                                                      \
        switch (OPERATION(op)) {                                                                                       \
            cases default : break;                                                                                     \
        }                                                                                                              \
    }

#define CASES_INTEGER(wide)                                                                                            \
    CASES_ORDER CASES_ARITHMETIC(wide)                                                                                 \
    CASES_LOGICAL CASES_BITWISE
#define CASES_FLOATING(wide) CASES_ORDER CASES_ARITHMETIC(wide)

/* Loads an integer of any size, extended to 64 bits. */
__attribute__((noinline)) static uint64_t load(const uint8_t *from, uint32_t size, bool is_signed)
{
    uint64_t value = is_signed && from[size - 1] >= 0x80 ? UINT64_MAX : 0; /* little endian */
    for (uint32_t i = size; i > 0; i--) {
        value = value << 8 | from[i - 1];
    }
    return value;
}

static uint64_t combine(uint32_t operation, uint64_t a, uint64_t b, bool is_signed)
{
    const uint64_t flip = is_signed ? UINT64_C(1) << 63 : 0;
    const bool less = (a ^ flip) < (b ^ flip);
    switch (operation) {
    case MAXIMUM:
        return less ? b : a;
    case MINIMUM:
        return less ? a : b;
    case SUM:
        return a + b;
    case PRODUCT:
        return a * b;
    case LOGICAL_AND:
        return a && b;
    case LOGICAL_OR:
        return a || b;
    case LOGICAL_XOR:
        return !a != !b;
    case BITWISE_AND:
        return a & b;
    case BITWISE_OR:
        return a | b;
    default: /* BITWISE_XOR */
        return a ^ b;
    }
}

void weft_mpi_kernel_integer(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype)
{
    const uint32_t size = weft_mpi_size(datatype);
    const bool is_signed = ((uintptr_t)datatype >> 16 & 0xFFu) == WEFT_MPI_SIGNED;
    const uint8_t *from = in;
    uint8_t *to = inout;
    for (int i = 0; i < (WEFT_SMALL ? 1 : count); i++, from += size, to += size) {
        const uint64_t value =
            combine(OPERATION(op), load(from, size, is_signed), load(to, size, is_signed), is_signed);
        memcpy(to, &value, size);
    }
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

static weft_mpi_kernel *kernel_of(MPI_Datatype datatype)
{
#define ROW(class, size, name) {WEFT_MPI_ARITHMETIC(class, size), weft_mpi_kernel_##name},
    static const struct {
        uint32_t arithmetic;
        weft_mpi_kernel *kernel;
    } kernels[] = {WEFT_MPI_KERNELS(ROW)};
    uint32_t i = 0;
    while (kernels[i].arithmetic != WEFT_MPI_ARITHMETIC_OF(datatype)) {
        i++;
    }
    return kernels[i].kernel;
}

/* Does the value at `a` strictly beat that at `b` under MPI_MAX or MPI_MIN? */
static bool wins(MPI_Op order, const uint8_t *a, const uint8_t *b, MPI_Datatype datatype)
{
    _Alignas(max_align_t) uint8_t best[WEFT_MPI_LARGEST];
    const uint32_t size = weft_mpi_size(datatype);
    memcpy(best, b, size);
    kernel_of(datatype)(order, a, best, 1, datatype);
    return memcmp(best, b, size) != 0;
}

/* MPI_MAXLOC and MPI_MINLOC: of equal values, the lower index wins. */
static void locate(MPI_Op op, const uint8_t *a, uint8_t *b, const struct weft_mpi_datatype *pair)
{
    const MPI_Op order = op == MPI_MAXLOC ? MPI_MAX : MPI_MIN;
    const MPI_Datatype value = pair->blocks[0].type;
    const MPI_Aint index = pair->blocks[1].place;
    const bool lower = *(const int *)(const void *)(a + index) < *(const int *)(const void *)(b + index);
    if (wins(order, a, b, value) || (lower && !wins(order, b, a, value))) {
        memcpy(b, a, (size_t)pair->shape.extent);
    }
}

void weft_mpi_kernel_any(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype)
{
    if (weft_mpi_is_datatype(datatype)) {
        kernel_of(datatype)(op, in, inout, count, datatype);
        return;
    }
    for (int i = 0; i < count; i++) {
        locate(op, weft_mpi_element(in, datatype, i), weft_mpi_element(inout, datatype, i), datatype);
    }
}
