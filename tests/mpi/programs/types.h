// Datatypes of every class, to be moved by the function under test: each with a mask that says which bytes of an
// element carry data, so that gaps (in pairs and derived types) are neither relied on nor compared.
//
// covers: MPI_Type_commit MPI_Type_contiguous MPI_Type_create_hindexed MPI_Type_create_hvector
// covers: MPI_Type_create_indexed_block MPI_Type_create_resized MPI_Type_create_struct MPI_Type_create_subarray
// covers: MPI_Type_free MPI_Type_indexed MPI_Type_vector
#ifndef TYPES_H
#define TYPES_H

#include "say.h"
#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MAX_TYPES = 64, MAX_EXTENT = 64 };

struct moved_type {
    const char *name;
    MPI_Datatype type;
    size_t extent; // bytes from one element to the next
    uint64_t data; // bit i: byte i of an element carries data
};

static struct moved_type types[MAX_TYPES];
static int type_count;
static int first_derived; // those from here on must be freed

#define BYTES(offset, length) (((UINT64_C(1) << (length)) - 1) << (offset))

static inline void add_type(const char *name, MPI_Datatype type, size_t extent, uint64_t data)
{
    types[type_count++] = (struct moved_type){name, type, extent, data};
}

#define ADD_BASIC(type, c_type) add_type(#type, type, sizeof(c_type), BYTES(0, sizeof(c_type)))

// On x86 ten of the sixteen bytes of a long double are used.
#define LONG_DOUBLE_BYTES (LDBL_MANT_DIG == 64 ? 10 : sizeof(long double))

#define ADD_PAIR(type, c_type, value_bytes)                                                                            \
    add_type(#type, type, sizeof(c_type), BYTES(0, value_bytes) | BYTES(offsetof(c_type, index), sizeof(int)))

static inline void add_integers(void)
{
    ADD_BASIC(MPI_SIGNED_CHAR, signed char);
    ADD_BASIC(MPI_SHORT, short);
    ADD_BASIC(MPI_INT, int);
    ADD_BASIC(MPI_LONG, long);
    ADD_BASIC(MPI_LONG_LONG, long long);
    ADD_BASIC(MPI_LONG_LONG_INT, long long);
    ADD_BASIC(MPI_UNSIGNED_CHAR, unsigned char);
    ADD_BASIC(MPI_UNSIGNED_SHORT, unsigned short);
    ADD_BASIC(MPI_UNSIGNED, unsigned);
    ADD_BASIC(MPI_UNSIGNED_LONG, unsigned long);
    ADD_BASIC(MPI_UNSIGNED_LONG_LONG, unsigned long long);
    ADD_BASIC(MPI_INT8_T, int8_t);
    ADD_BASIC(MPI_INT16_T, int16_t);
    ADD_BASIC(MPI_INT32_T, int32_t);
    ADD_BASIC(MPI_INT64_T, int64_t);
    ADD_BASIC(MPI_UINT8_T, uint8_t);
    ADD_BASIC(MPI_UINT16_T, uint16_t);
    ADD_BASIC(MPI_UINT32_T, uint32_t);
    ADD_BASIC(MPI_UINT64_T, uint64_t);
    ADD_BASIC(MPI_AINT, MPI_Aint);
    ADD_BASIC(MPI_OFFSET, MPI_Offset);
    ADD_BASIC(MPI_COUNT, MPI_Count);
}

static inline void add_other_basic_types(void)
{
    ADD_BASIC(MPI_CHAR, char);
    ADD_BASIC(MPI_WCHAR, wchar_t);
    ADD_BASIC(MPI_BYTE, char);
    ADD_BASIC(MPI_PACKED, char);
    ADD_BASIC(MPI_C_BOOL, bool);
    ADD_BASIC(MPI_FLOAT, float);
    ADD_BASIC(MPI_DOUBLE, double);
    ADD_BASIC(MPI_C_COMPLEX, float _Complex);
    ADD_BASIC(MPI_C_FLOAT_COMPLEX, float _Complex);
    ADD_BASIC(MPI_C_DOUBLE_COMPLEX, double _Complex);
    add_type("MPI_LONG_DOUBLE", MPI_LONG_DOUBLE, sizeof(long double), BYTES(0, LONG_DOUBLE_BYTES));
    add_type("MPI_C_LONG_DOUBLE_COMPLEX", MPI_C_LONG_DOUBLE_COMPLEX, sizeof(long double _Complex),
             BYTES(0, LONG_DOUBLE_BYTES) | BYTES(sizeof(long double), LONG_DOUBLE_BYTES));
}

struct two_int {
    int value, index;
};

struct short_int {
    short value;
    int index;
};

struct long_int {
    long value;
    int index;
};

struct float_int {
    float value;
    int index;
};

struct double_int {
    double value;
    int index;
};

struct long_double_int {
    long double value;
    int index;
};

static inline void add_pairs(void)
{
    ADD_PAIR(MPI_2INT, struct two_int, sizeof(int));
    ADD_PAIR(MPI_SHORT_INT, struct short_int, sizeof(short));
    ADD_PAIR(MPI_LONG_INT, struct long_int, sizeof(long));
    ADD_PAIR(MPI_FLOAT_INT, struct float_int, sizeof(float));
    ADD_PAIR(MPI_DOUBLE_INT, struct double_int, sizeof(double));
    ADD_PAIR(MPI_LONG_DOUBLE_INT, struct long_double_int, LONG_DOUBLE_BYTES);
}

// A derived type is known by its constructor. Each lies at the beginning of its extent.
static inline void add_derived(const char *constructor, MPI_Datatype type, size_t extent, uint64_t data)
{
    MPI_Type_commit(&type);
    add_type(constructor, type, extent, data);
}

static inline void add_regular_derived_types(void)
{
    MPI_Datatype type;
    MPI_Type_contiguous(3, MPI_INT16_T, &type);
    add_derived("contiguous", type, 6, BYTES(0, 6));
    MPI_Type_vector(3, 2, 4, MPI_INT8_T, &type);
    add_derived("vector", type, 10, BYTES(0, 2) | BYTES(4, 2) | BYTES(8, 2));
    MPI_Type_create_hvector(2, 1, 8, MPI_INT32_T, &type);
    add_derived("hvector", type, 12, BYTES(0, 4) | BYTES(8, 4));
    MPI_Datatype inner;
    MPI_Type_contiguous(3, MPI_UINT8_T, &inner);
    MPI_Type_create_resized(inner, 0, 5, &type);
    MPI_Type_free(&inner);
    add_derived("resized", type, 5, BYTES(0, 3));
    const int sizes[2] = {3, 4}, subsizes[2] = {2, 2}, starts[2] = {1, 1};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT16_T, &type);
    add_derived("subarray", type, 24, BYTES(10, 4) | BYTES(18, 4));
}

static inline void add_irregular_derived_types(void)
{
    MPI_Datatype type;
    const int lengths[3] = {1, 0, 2}, displacements[3] = {0, 2, 3};
    MPI_Type_indexed(3, lengths, displacements, MPI_INT32_T, &type);
    add_derived("indexed", type, 20, BYTES(0, 4) | BYTES(12, 8));
    const MPI_Aint bytes[3] = {0, 1, 7};
    MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT8_T, &type);
    add_derived("hindexed", type, 9, BYTES(0, 1) | BYTES(7, 2));
    MPI_Type_create_indexed_block(3, 1, displacements, MPI_UINT16_T, &type);
    add_derived("indexed_block", type, 8, BYTES(0, 2) | BYTES(4, 4));
    const MPI_Aint places[3] = {0, 8, 16};
    const MPI_Datatype members[3] = {MPI_INT8_T, MPI_INT32_T, MPI_INT64_T};
    MPI_Type_create_struct(3, lengths, places, members, &type);
    add_derived("struct", type, 32, BYTES(0, 1) | BYTES(16, 16));
}

static inline void make_types(void)
{
    add_integers();
    add_other_basic_types();
    add_pairs();
    first_derived = type_count;
    add_regular_derived_types();
    add_irregular_derived_types();
}

static inline void free_types(void)
{
    for (int i = first_derived; i < type_count; i++)
        MPI_Type_free(&types[i].type);
}

static inline unsigned char data_byte(const struct moved_type *type, size_t place, int seed)
{
    return type->data >> (place % type->extent) & 1 ? (unsigned char)(place * 7 + (size_t)seed * 31 + 1) : 0;
}

// Elements whose content follows from `seed`.
static inline void fill(const struct moved_type *type, void *buffer, int count, int seed)
{
    for (size_t i = 0; i < (size_t)count * type->extent; i++)
        ((unsigned char *)buffer)[i] = data_byte(type, i, seed);
}

static inline bool holds(const struct moved_type *type, const void *buffer, int count, int seed)
{
    for (size_t i = 0; i < (size_t)count * type->extent; i++)
        if ((type->data >> (i % type->extent) & 1) && ((const unsigned char *)buffer)[i] != data_byte(type, i, seed))
            return false;
    return true;
}

// The place of element `index` in `buffer`.
static inline void *element(const struct moved_type *type, void *buffer, int index)
{
    return (unsigned char *)buffer + (size_t)index * type->extent;
}

// Tries the function on every type. Rank 0 lists the types; a rank that found one moved wrongly says so.
static inline void sweep(const char *function, bool (*moves)(const struct moved_type *))
{
    bool right[MAX_TYPES];
    for (int i = 0; i < type_count; i++)
        right[i] = moves(&types[i]);
    if (rank == 0) {
        say_part("%d: %s:", rank, function);
        for (int i = 0; i < type_count; i++)
            say_part(" %s", types[i].name);
        say_part("\n");
    }
    for (int i = 0; i < type_count; i++)
        if (!right[i])
            say("%s moved %s wrongly", function, types[i].name);
}

#endif
