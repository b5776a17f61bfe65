// Reductions of every datatype by every operation that is defined on it. A value is stored into the datatype and read
// back as an `int`, so that one computation in integers says what every datatype must give.
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include "say.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The groups of MPI's table of operations and datatypes.
enum kind { INTEGER = 1, FLOATING = 2, COMPLEX = 4, LOGICAL = 8, BYTES = 16, ADDRESS = 32, PAIR = 64 };

struct reduced_type {
    const char *name;
    MPI_Datatype type;
    enum kind kind;
    size_t size;
    void (*store)(void *place, int value);
    int (*load)(const void *place);
};

// Functions that store and load a C type.
#define DEFINE_PLAIN(name, c_type)                                                                                     \
    static inline void store_##name(void *place, int value)                                                            \
    {                                                                                                                  \
        *(c_type *)place = (c_type)value;                                                                              \
    }                                                                                                                  \
    static inline int load_##name(const void *place)                                                                   \
    {                                                                                                                  \
        return (int)*(const c_type *)place;                                                                            \
    }

// Of a pair, the index is the low four bits of the value.
#define DEFINE_PAIR(name, c_type)                                                                                      \
    struct name {                                                                                                      \
        c_type value;                                                                                                  \
        int index;                                                                                                     \
    };                                                                                                                 \
    static inline void store_##name(void *place, int value)                                                            \
    {                                                                                                                  \
        ((struct name *)place)->value = (c_type)(value >> 4);                                                          \
        ((struct name *)place)->index = value & 15;                                                                    \
    }                                                                                                                  \
    static inline int load_##name(const void *place)                                                                   \
    {                                                                                                                  \
        return (int)((const struct name *)place)->value * 16 + ((const struct name *)place)->index;                    \
    }

DEFINE_PLAIN(schar, signed char)
DEFINE_PLAIN(uchar, unsigned char)
DEFINE_PLAIN(short, short)
DEFINE_PLAIN(ushort, unsigned short)
DEFINE_PLAIN(int, int)
DEFINE_PLAIN(unsigned, unsigned)
DEFINE_PLAIN(long, long)
DEFINE_PLAIN(ulong, unsigned long)
DEFINE_PLAIN(llong, long long)
DEFINE_PLAIN(ullong, unsigned long long)
DEFINE_PLAIN(int8, int8_t)
DEFINE_PLAIN(int16, int16_t)
DEFINE_PLAIN(int32, int32_t)
DEFINE_PLAIN(int64, int64_t)
DEFINE_PLAIN(uint8, uint8_t)
DEFINE_PLAIN(uint16, uint16_t)
DEFINE_PLAIN(uint32, uint32_t)
DEFINE_PLAIN(uint64, uint64_t)
DEFINE_PLAIN(aint, MPI_Aint)
DEFINE_PLAIN(offset, MPI_Offset)
DEFINE_PLAIN(count, MPI_Count)
DEFINE_PLAIN(float, float)
DEFINE_PLAIN(double, double)
DEFINE_PLAIN(ldouble, long double)
DEFINE_PLAIN(cfloat, float _Complex)
DEFINE_PLAIN(cdouble, double _Complex)
DEFINE_PLAIN(cldouble, long double _Complex)
DEFINE_PLAIN(bool, bool)
DEFINE_PAIR(int_int, int)
DEFINE_PAIR(short_int, short)
DEFINE_PAIR(long_int, long)
DEFINE_PAIR(float_int, float)
DEFINE_PAIR(double_int, double)
DEFINE_PAIR(ldouble_int, long double)

#define PLAIN(type, kind, name, c_type)                                                                                \
    {                                                                                                                  \
#type, type, kind, sizeof(c_type), store_##name, load_##name                                                   \
    }

static const struct reduced_type reduced_types[] = {
    PLAIN(MPI_SIGNED_CHAR, INTEGER, schar, signed char),
    PLAIN(MPI_UNSIGNED_CHAR, INTEGER, uchar, unsigned char),
    PLAIN(MPI_SHORT, INTEGER, short, short),
    PLAIN(MPI_UNSIGNED_SHORT, INTEGER, ushort, unsigned short),
    PLAIN(MPI_INT, INTEGER, int, int),
    PLAIN(MPI_UNSIGNED, INTEGER, unsigned, unsigned),
    PLAIN(MPI_LONG, INTEGER, long, long),
    PLAIN(MPI_UNSIGNED_LONG, INTEGER, ulong, unsigned long),
    PLAIN(MPI_LONG_LONG, INTEGER, llong, long long),
    PLAIN(MPI_LONG_LONG_INT, INTEGER, llong, long long),
    PLAIN(MPI_UNSIGNED_LONG_LONG, INTEGER, ullong, unsigned long long),
    PLAIN(MPI_INT8_T, INTEGER, int8, int8_t),
    PLAIN(MPI_INT16_T, INTEGER, int16, int16_t),
    PLAIN(MPI_INT32_T, INTEGER, int32, int32_t),
    PLAIN(MPI_INT64_T, INTEGER, int64, int64_t),
    PLAIN(MPI_UINT8_T, INTEGER, uint8, uint8_t),
    PLAIN(MPI_UINT16_T, INTEGER, uint16, uint16_t),
    PLAIN(MPI_UINT32_T, INTEGER, uint32, uint32_t),
    PLAIN(MPI_UINT64_T, INTEGER, uint64, uint64_t),
    PLAIN(MPI_AINT, ADDRESS, aint, MPI_Aint),
    PLAIN(MPI_OFFSET, ADDRESS, offset, MPI_Offset),
    PLAIN(MPI_COUNT, ADDRESS, count, MPI_Count),
    PLAIN(MPI_FLOAT, FLOATING, float, float),
    PLAIN(MPI_DOUBLE, FLOATING, double, double),
    PLAIN(MPI_LONG_DOUBLE, FLOATING, ldouble, long double),
    PLAIN(MPI_C_COMPLEX, COMPLEX, cfloat, float _Complex),
    PLAIN(MPI_C_FLOAT_COMPLEX, COMPLEX, cfloat, float _Complex),
    PLAIN(MPI_C_DOUBLE_COMPLEX, COMPLEX, cdouble, double _Complex),
    PLAIN(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX, cldouble, long double _Complex),
    PLAIN(MPI_C_BOOL, LOGICAL, bool, bool),
    PLAIN(MPI_BYTE, BYTES, uchar, unsigned char),
    PLAIN(MPI_2INT, PAIR, int_int, struct int_int),
    PLAIN(MPI_SHORT_INT, PAIR, short_int, struct short_int),
    PLAIN(MPI_LONG_INT, PAIR, long_int, struct long_int),
    PLAIN(MPI_FLOAT_INT, PAIR, float_int, struct float_int),
    PLAIN(MPI_DOUBLE_INT, PAIR, double_int, struct double_int),
    PLAIN(MPI_LONG_DOUBLE_INT, PAIR, ldouble_int, struct ldouble_int),
};
enum { REDUCED_TYPES = sizeof reduced_types / sizeof reduced_types[0] };

struct operation {
    const char *name;
    MPI_Op op;
    unsigned kinds; // of datatypes that it is defined on
    int (*combine)(int left, int right);
};

#define DEFINE_OPERATION(name, expression)                                                                             \
    static inline int combine_##name(int a, int b)                                                                     \
    {                                                                                                                  \
        return expression;                                                                                             \
    }

DEFINE_OPERATION(max, a > b ? a : b)
DEFINE_OPERATION(min, a < b ? a : b)
DEFINE_OPERATION(sum, a + b)
DEFINE_OPERATION(product, a *b)
DEFINE_OPERATION(logical_and, a &&b)
DEFINE_OPERATION(logical_or, a || b)
DEFINE_OPERATION(logical_xor, !a != !b)
DEFINE_OPERATION(bit_and, a &b)
DEFINE_OPERATION(bit_or, a | b)
DEFINE_OPERATION(bit_xor, a ^ b)
// Of equal values the pair with the lower index wins.
DEFINE_OPERATION(max_location, a >> 4 == b >> 4 ? combine_min(a, b) : combine_max(a, b))
DEFINE_OPERATION(min_location, combine_min(a, b))

// The value of element `index` on rank `peer`: from 0 to 3, so that no result over eight ranks exceeds a signed byte,
// and seldom 0, so that products tell something. Pairs have values up to 3 and indices up to 15.
static inline int value_of(enum kind kind, int peer, int index)
{
    if (kind == PAIR)
        return (peer * 3 + index) % 4 * 16 + (peer * 7 + index) % 16;
    if (kind == LOGICAL)
        return (peer + index) % 3 != 0;
    int step = (peer + index) % 8;
    return step == 1 ? 3 : step == 3 ? 2 : (peer * 5 + index) % 11 != 0;
}

// What the operation gives over the ranks first..last.
static inline int combined(const struct operation *operation, enum kind kind, int first, int last, int index)
{
    int result = value_of(kind, first, index);
    for (int peer = first + 1; peer <= last; peer++)
        result = operation->combine(result, value_of(kind, peer, index));
    return result;
}

static inline void store_values(const struct reduced_type *type, void *buffer, int count)
{
    for (int i = 0; i < count; i++)
        type->store((char *)buffer + (size_t)i * type->size, value_of(type->kind, rank, i));
}

// Whether the buffer's elements are the results over ranks first..last, from element `start` on.
static inline bool are_combined(const struct reduced_type *type, const struct operation *operation, const void *buffer,
                                int count, int start, int first, int last)
{
    for (int i = 0; i < count; i++)
        if (type->load((const char *)buffer + (size_t)i * type->size) !=
            combined(operation, type->kind, first, last, start + i))
            return false;
    return true;
}

// Tries the function with one operation on all datatypes. Rank 0 lists them; a rank that got a wrong result says so.
static inline void reduce_by(const char *function, const struct operation *operation,
                             bool (*reduces)(const struct reduced_type *, const struct operation *))
{
    bool right[REDUCED_TYPES];
    for (int i = 0; i < REDUCED_TYPES; i++)
        right[i] = !(reduced_types[i].kind & operation->kinds) || reduces(&reduced_types[i], operation);
    if (rank == 0) {
        say_part("%d: %s %s:", rank, function, operation->name);
        for (int i = 0; i < REDUCED_TYPES; i++)
            if (reduced_types[i].kind & operation->kinds)
                say_part(" %s", reduced_types[i].name);
        say_part("\n");
    }
    for (int i = 0; i < REDUCED_TYPES; i++)
        if (!right[i])
            say("%s by %s is wrong on %s", function, operation->name, reduced_types[i].name);
}

// Tries the function with every operation on every datatype that it is defined on.
static inline void reduce_all(const char *function,
                              bool (*reduces)(const struct reduced_type *, const struct operation *))
{
    const struct operation operations[] = {
        {"MPI_MAX", MPI_MAX, INTEGER | FLOATING | ADDRESS, combine_max},
        {"MPI_MIN", MPI_MIN, INTEGER | FLOATING | ADDRESS, combine_min},
        {"MPI_SUM", MPI_SUM, INTEGER | FLOATING | COMPLEX | ADDRESS, combine_sum},
        {"MPI_PROD", MPI_PROD, INTEGER | FLOATING | COMPLEX | ADDRESS, combine_product},
        {"MPI_LAND", MPI_LAND, INTEGER | LOGICAL, combine_logical_and},
        {"MPI_LOR", MPI_LOR, INTEGER | LOGICAL, combine_logical_or},
        {"MPI_LXOR", MPI_LXOR, INTEGER | LOGICAL, combine_logical_xor},
        {"MPI_BAND", MPI_BAND, INTEGER | BYTES | ADDRESS, combine_bit_and},
        {"MPI_BOR", MPI_BOR, INTEGER | BYTES | ADDRESS, combine_bit_or},
        {"MPI_BXOR", MPI_BXOR, INTEGER | BYTES | ADDRESS, combine_bit_xor},
        {"MPI_MAXLOC", MPI_MAXLOC, PAIR, combine_max_location},
        {"MPI_MINLOC", MPI_MINLOC, PAIR, combine_min_location},
    };
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        reduce_by(function, &operations[i], reduces);
}

#endif
