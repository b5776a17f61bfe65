/* The arithmetic of reductions: one kernel for each machine type, picked at compile time where the datatype is a
 * constant, so that a program links only the kernels it uses.
 */
#ifndef WEFT_MPI_KERNELS_H
#define WEFT_MPI_KERNELS_H

#include <stdbool.h>

#include <weft/mpi_handles.h>

/* inout[i] = in[i] op inout[i] for `count` elements; false, with nothing done, if the type does not have this op. */
typedef bool weft_mpi_kernel(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype);

weft_mpi_kernel weft_mpi_kernel_int8, weft_mpi_kernel_int16, weft_mpi_kernel_int32, weft_mpi_kernel_int64;
weft_mpi_kernel weft_mpi_kernel_uint8, weft_mpi_kernel_uint16, weft_mpi_kernel_uint32, weft_mpi_kernel_uint64;
weft_mpi_kernel weft_mpi_kernel_integer; /* all of these in one, for programs that are to be small */
weft_mpi_kernel weft_mpi_kernel_float, weft_mpi_kernel_double, weft_mpi_kernel_long_double;
weft_mpi_kernel weft_mpi_kernel_float_complex, weft_mpi_kernel_double_complex, weft_mpi_kernel_long_double_complex;
weft_mpi_kernel weft_mpi_kernel_bool, weft_mpi_kernel_byte, weft_mpi_kernel_none;

#ifdef __OPTIMIZE_SIZE__
#define WEFT_MPI_INTEGER_KERNEL(type) weft_mpi_kernel_integer
#else
#define WEFT_MPI_INTEGER_KERNEL(type) weft_mpi_kernel_##type
#endif
#define WEFT_MPI_ARITHMETIC(class, size) ((uint32_t)(class) << 8 | (uint32_t)(size))

__attribute__((always_inline)) static inline weft_mpi_kernel *weft_mpi_pick_kernel(MPI_Datatype datatype)
{
    switch (WEFT_MPI_ARITHMETIC((uintptr_t)datatype >> 16 & 0xFFu, weft_mpi_size(datatype))) {
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_SIGNED, 1):
        return WEFT_MPI_INTEGER_KERNEL(int8);
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_SIGNED, 2):
        return WEFT_MPI_INTEGER_KERNEL(int16);
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_SIGNED, 4):
        return WEFT_MPI_INTEGER_KERNEL(int32);
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_SIGNED, 8):
        return WEFT_MPI_INTEGER_KERNEL(int64);
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_UNSIGNED, 1):
        return WEFT_MPI_INTEGER_KERNEL(uint8);
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_UNSIGNED, 2):
        return WEFT_MPI_INTEGER_KERNEL(uint16);
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_UNSIGNED, 4):
        return WEFT_MPI_INTEGER_KERNEL(uint32);
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_UNSIGNED, 8):
        return WEFT_MPI_INTEGER_KERNEL(uint64);
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_FLOATING, sizeof(float)):
        return weft_mpi_kernel_float;
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_FLOATING, sizeof(double)):
        return weft_mpi_kernel_double;
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_FLOATING, sizeof(long double)):
        return weft_mpi_kernel_long_double;
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_COMPLEX, 2 * sizeof(float)):
        return weft_mpi_kernel_float_complex;
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_COMPLEX, 2 * sizeof(double)):
        return weft_mpi_kernel_double_complex;
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_COMPLEX, 2 * sizeof(long double)):
        return weft_mpi_kernel_long_double_complex;
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_LOGICAL, 1):
        return weft_mpi_kernel_bool;
    case WEFT_MPI_ARITHMETIC(WEFT_MPI_BYTES, 1):
        return weft_mpi_kernel_byte;
    default:
        return weft_mpi_kernel_none;
    }
}

/* For a datatype that is known at run time only; links all kernels. */
weft_mpi_kernel weft_mpi_kernel_any;

#endif
