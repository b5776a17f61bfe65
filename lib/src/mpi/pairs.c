/* The types of MPI_MAXLOC and MPI_MINLOC: a value and an index, as a C structure has them (MPI 4.0, section 6.9.4). */
#include "datatype.h"

/* Of two equal values the lower index wins. */
#define PAIR(name, value_type, value_handle)                                                                           \
    struct name {                                                                                                      \
        value_type value;                                                                                              \
        int index;                                                                                                     \
    };                                                                                                                 \
                                                                                                                       \
    static bool name##_kernel(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype datatype)                \
    {                                                                                                                  \
        (void)datatype;                                                                                                \
        const struct name *const a = in;                                                                               \
        struct name *const b = inout;                                                                                  \
        for (int i = 0; i < count; i++) {                                                                              \
            const bool better = op == MPI_MAXLOC ? a[i].value > b[i].value : a[i].value < b[i].value;                  \
            if (better || (a[i].value == b[i].value && a[i].index < b[i].index)) {                                     \
                b[i].value = a[i].value;                                                                               \
                b[i].index = a[i].index;                                                                               \
            }                                                                                                          \
        }                                                                                                              \
        return op == MPI_MAXLOC || op == MPI_MINLOC;                                                                   \
    }                                                                                                                  \
                                                                                                                       \
    static const struct weft_mpi_block name##_blocks[] = {                                                             \
        {value_handle, 1, 0},                                                                                          \
        {MPI_INT, 1, offsetof(struct name, index)},                                                                    \
    };                                                                                                                 \
                                                                                                                       \
    const struct weft_mpi_datatype weft_mpi_##name = {                                                                 \
        .mark = WEFT_MPI_IS_DATATYPE,                                                                                  \
        .layout = {weft_mpi_move},                                                                                     \
        .alignment = _Alignof(struct name),                                                                            \
        .size = sizeof(value_type) + sizeof(int),                                                                      \
        .elements = 2,                                                                                                 \
        .extent = sizeof(struct name),                                                                                 \
        .true_upper = offsetof(struct name, index) + sizeof(int),                                                      \
        .predefined = true,                                                                                            \
        .committed = true,                                                                                             \
        .dense = sizeof(struct name) == sizeof(value_type) + sizeof(int),                                              \
        .repeat = 1,                                                                                                   \
        .block_count = 2,                                                                                              \
        .blocks = name##_blocks,                                                                                       \
        .kernel = name##_kernel,                                                                                       \
    };

PAIR(two_int, int, MPI_INT)
PAIR(short_int, short, MPI_SHORT)
PAIR(long_int, long, MPI_LONG)
PAIR(float_int, float, MPI_FLOAT)
PAIR(double_int, double, MPI_DOUBLE)
PAIR(long_double_int, long double, MPI_LONG_DOUBLE)
