/* The datatypes of MPI_MAXLOC and MPI_MINLOC: a value and an index, laid out as a C structure (MPI 4.0, section
 * 6.9.4). */
#include "datatype.h"

#define PAIR(name, value_type, value_handle)                                                                           \
    struct name {                                                                                                      \
        value_type value;                                                                                              \
        int index;                                                                                                     \
    };                                                                                                                 \
                                                                                                                       \
    static const struct weft_mpi_block name##_blocks[] = {                                                             \
        {value_handle, 1, 0},                                                                                          \
        {MPI_INT, 1, offsetof(struct name, index)},                                                                    \
    };                                                                                                                 \
                                                                                                                       \
    const struct weft_mpi_datatype weft_mpi_##name = {                                                                 \
        .object.mark = WEFT_MPI_MARK + WEFT_MPI_IS_DATATYPE,                                                           \
        .layout = {weft_mpi_move},                                                                                     \
        .shape =                                                                                                       \
            {                                                                                                          \
                .size = sizeof(value_type) + sizeof(int),                                                              \
                .elements = 2,                                                                                         \
                .alignment = _Alignof(struct name),                                                                    \
                .extent = sizeof(struct name),                                                                         \
                .true_extent = offsetof(struct name, index) + sizeof(int),                                             \
            },                                                                                                         \
        .predefined = true,                                                                                            \
        .committed = true,                                                                                             \
        .dense = sizeof(struct name) == sizeof(value_type) + sizeof(int),                                              \
        .repeat = 1,                                                                                                   \
        .block_count = 2,                                                                                              \
        .blocks = name##_blocks,                                                                                       \
    };

PAIR(two_int, int, MPI_INT)
PAIR(short_int, short, MPI_SHORT)
PAIR(long_int, long, MPI_LONG)
PAIR(float_int, float, MPI_FLOAT)
PAIR(double_int, double, MPI_DOUBLE)
PAIR(long_double_int, long double, MPI_LONG_DOUBLE)
