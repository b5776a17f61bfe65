/* The arithmetic of reductions: one kernel for each machine type, selected at compile time where the datatype is a
 * constant, so that a program links only the kernels that it uses.
 */
#ifndef WEFT_MPI_KERNELS_H
#define WEFT_MPI_KERNELS_H

#include <stdbool.h>

#include "handles.h"

/* inout[i] = in[i] op inout[i] for `count` elements; in a library compiled for size, for one element. The operation
 * must be defined for the type. */
typedef void weft_mpi_kernel(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype);

weft_mpi_kernel weft_mpi_kernel_int8, weft_mpi_kernel_int16, weft_mpi_kernel_int32, weft_mpi_kernel_int64;
weft_mpi_kernel weft_mpi_kernel_uint8, weft_mpi_kernel_uint16, weft_mpi_kernel_uint32, weft_mpi_kernel_uint64;
weft_mpi_kernel weft_mpi_kernel_integer; /* all of these in one, for programs compiled for size */
weft_mpi_kernel weft_mpi_kernel_float, weft_mpi_kernel_double, weft_mpi_kernel_long_double;
weft_mpi_kernel weft_mpi_kernel_float_complex, weft_mpi_kernel_double_complex, weft_mpi_kernel_long_double_complex;
weft_mpi_kernel weft_mpi_kernel_bool, weft_mpi_kernel_byte;

/* ROW(arithmetic class, bytes, kernel) */
#define WEFT_MPI_OTHER_KERNELS(ROW)                                                                                    \
    ROW(WEFT_MPI_FLOATING, sizeof(float), float)                                                                       \
    ROW(WEFT_MPI_FLOATING, sizeof(double), double)                                                                     \
    ROW(WEFT_MPI_FLOATING, sizeof(long double), long_double)                                                           \
    ROW(WEFT_MPI_COMPLEX, 2 * sizeof(float), float_complex)                                                            \
    ROW(WEFT_MPI_COMPLEX, 2 * sizeof(double), double_complex)                                                          \
    ROW(WEFT_MPI_COMPLEX, 2 * sizeof(long double), long_double_complex)                                                \
    ROW(WEFT_MPI_LOGICAL, 1, bool)                                                                                     \
    ROW(WEFT_MPI_BYTES, 1, byte)
#ifdef __OPTIMIZE_SIZE__
#define WEFT_MPI_INTEGER_KERNELS(ROW, class, prefix)                                                                   \
    ROW(class, 1, integer) ROW(class, 2, integer) ROW(class, 4, integer) ROW(class, 8, integer)
#else
#define WEFT_MPI_INTEGER_KERNELS(ROW, class, prefix)                                                                   \
    ROW(class, 1, prefix##8) ROW(class, 2, prefix##16) ROW(class, 4, prefix##32) ROW(class, 8, prefix##64)
#endif
#define WEFT_MPI_KERNELS(ROW)                                                                                          \
    WEFT_MPI_INTEGER_KERNELS(ROW, WEFT_MPI_SIGNED, int)                                                                \
    WEFT_MPI_INTEGER_KERNELS(ROW, WEFT_MPI_UNSIGNED, uint)                                                             \
    WEFT_MPI_OTHER_KERNELS(ROW)

/* Class and size of a basic type. */
#define WEFT_MPI_ARITHMETIC(class, size) ((uint32_t)(class) << 8 | (uint32_t)(size))
#define WEFT_MPI_ARITHMETIC_OF(datatype)                                                                               \
    WEFT_MPI_ARITHMETIC((uintptr_t)(datatype) >> 16 & 0xFFu, weft_mpi_size(datatype))

/* Returns the kernel of a datatype; null if no operation is defined for it. */
__attribute__((always_inline)) static inline weft_mpi_kernel *weft_mpi_pick_kernel(MPI_Datatype datatype)
{
#define WEFT_MPI_CASE(class, size, name)                                                                               \
    case WEFT_MPI_ARITHMETIC(class, size):                                                                             \
        return weft_mpi_kernel_##name;
    switch (WEFT_MPI_ARITHMETIC_OF(datatype)) {
        WEFT_MPI_KERNELS(WEFT_MPI_CASE)
    default:
        return 0;
    }
#undef WEFT_MPI_CASE
}

/* For a datatype known only at run time; links all kernels. */
weft_mpi_kernel weft_mpi_kernel_any;

int weft_mpi_reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                    MPI_Comm comm, weft_mpi_kernel *kernel);
int weft_mpi_allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       weft_mpi_kernel *kernel);
int weft_mpi_scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                  weft_mpi_kernel *kernel, bool is_exclusive);

#endif
