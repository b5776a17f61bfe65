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
    bool weft_mpi_kernel_##name(MPI_Op op, const void *in, void *inout, int count)                                     \
    {                                                                                                                  \
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

bool weft_mpi_kernel_none(MPI_Op op, const void *in, void *inout, int count)
{
    (void)op, (void)in, (void)inout, (void)count;
    return false;
}

weft_mpi_kernel *weft_mpi_any_kernel(MPI_Datatype datatype)
{
    if (weft_mpi_is_datatype(datatype)) {
        return weft_mpi_pick_kernel(datatype);
    }
    return weft_mpi_is_derived(datatype) && datatype->kernel ? datatype->kernel : weft_mpi_kernel_none;
}
