/* What the MPI functions share: the objects that handles point to, checks of arguments, errors. */
#ifndef WEFT_MPI_INTERNAL_H
#define WEFT_MPI_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#define WEFT_MPI_OUT_OF_LINE
#include <mpi.h>
#include <weft/mpi_handles.h>
#include <weft/mpi_kernels.h>
#include <weft/mpi_long_way.h>
#include <weft/mpi_quick.h>

#include "copy.h"
#include "engine/engine.h"

/* Follows the definition of PMPI_name: MPI_name is the same function, and gives way to a program's own. */
#define WEFT_MPI_NAME(name) extern __typeof__(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)));

/* Returns from the calling function unless what it tries succeeds. */
#define WEFT_TRY(attempt)                                                                                              \
    do {                                                                                                               \
        const int weft_result = (attempt);                                                                             \
        if (__builtin_expect(weft_result != MPI_SUCCESS, 0)) {                                                         \
            return weft_result;                                                                                        \
        }                                                                                                              \
    } while (0)

/* Objects begin with a mark of their kind, which is 0 in freed memory. */
enum weft_mpi_mark {
    WEFT_MPI_IS_COMM = 0x434F4D4D,
    WEFT_MPI_IS_GROUP = 0x47525550,
    WEFT_MPI_IS_OP = 0x4F505F5F,
    WEFT_MPI_IS_ERRHANDLER = 0x45525248,
    WEFT_MPI_IS_INFO = 0x494E464F,
};

static inline bool weft_mpi_is(const void *handle, enum weft_mpi_mark mark)
{
    return handle != NULL && (uintptr_t)handle % 4u == 0 && *(const uint32_t *)handle == (uint32_t)mark;
}

/* objects.c: memory for objects, all zeros, or null when there is no more of it. */
void *weft_mpi_new(uint32_t bytes);
void weft_mpi_delete(void *object);

/* The members of a communicator, as ranks of MPI_COMM_WORLD. */
struct weft_mpi_group {
    uint32_t mark;
    int32_t references;
    int32_t size;
    int32_t rank; /* of this process; MPI_UNDEFINED: it is not a member */
    uint8_t members[];
};

struct weft_mpi_attribute;
struct weft_mpi_comm;

/* A Cartesian grid. */
struct weft_mpi_topology {
    int (*copy)(const struct weft_mpi_comm *from, struct weft_mpi_comm *to); /* for MPI_Comm_dup */
    int ndims;
    struct weft_mpi_dimension {
        int size;
        int periodic;
    } dims[];
};

struct weft_mpi_comm {
    uint32_t mark;
    int32_t size;
    int32_t rank;
    uint32_t context; /* of its point-to-point messages; collectives have the next one */
    const uint8_t *members;
    MPI_Comm handle;
    MPI_Errhandler errhandler;
    int32_t references;           /* the handle, and requests under way; 0: to be swept up */
    struct weft_mpi_comm *next;   /* of all that were made */
    struct weft_mpi_group *group; /* whose members these are; null: those of a predefined communicator */
    struct weft_mpi_attribute *attributes;
    struct weft_mpi_topology *topology;
    char *name; /* null: never set */
};

struct weft_mpi_errhandler {
    uint32_t mark;
    int32_t references;
    MPI_Comm_errhandler_function *function;
};

struct weft_mpi_op {
    uint32_t mark;
    bool commutes;
    MPI_User_function *function;
};

/* comm.c: MPI_COMM_WORLD and MPI_COMM_SELF. */
extern WEFT_PER_RANK struct weft_mpi_comm weft_mpi_world, weft_mpi_self;
void weft_mpi_comm_start(void);

/* comm.c: an error of `class`, as the communicator's error handler wants it: the class is returned, or the program ends
 * with one line. The format is that of weft_report(); it names the MPI function and says what was wrong with which
 * value. A null communicator: MPI_COMM_WORLD's handler. */
int weft_mpi_error(const struct weft_mpi_comm *comm, int class, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* comm.c: the errors of many functions: an argument of a kind (`what`: "communicator") that is none; no more memory for
 * objects. */
int weft_mpi_no(const struct weft_mpi_comm *comm, int class, const char *function, const char *what);
int weft_mpi_no_memory(const struct weft_mpi_comm *comm, const char *function);

/* comm.c: what a handle names. An error if nothing, or if the library does not run. */
int weft_mpi_comm(MPI_Comm handle, const char *function, struct weft_mpi_comm **comm);

/* comm.c: the rank in a communicator of a rank of MPI_COMM_WORLD. */
int32_t weft_mpi_rank_in(const struct weft_mpi_comm *comm, int32_t world);

/* errors.c: the name of a class, without "MPI_ERR_". */
const char *weft_mpi_error_name(int class);

/* errors.c: one owner of an error handler more, or less; the last one frees it. */
void weft_mpi_own_errhandler(MPI_Errhandler errhandler, int32_t owners);

/* attribute.c, which sets them when the first attribute is set: what becomes of attributes when a communicator is
 * duplicated or freed. Null: there are none. */
extern WEFT_PER_RANK int (*weft_mpi_copy_attributes)(struct weft_mpi_comm *from, struct weft_mpi_comm *to);
extern WEFT_PER_RANK int (*weft_mpi_delete_attributes)(struct weft_mpi_comm *comm);

/* A buffer of elements, checked. */
struct weft_mpi_data {
    void *buffer;
    const struct weft_layout *layout; /* null: one piece of memory */
    uint32_t bytes;
};

/* check.c: each returns MPI_SUCCESS or what weft_mpi_error() does. */
int weft_mpi_check_type(const struct weft_mpi_comm *comm, const char *function, MPI_Datatype datatype);
int weft_mpi_check_count(const struct weft_mpi_comm *comm, const char *function, int count);
int weft_mpi_check_rank(const struct weft_mpi_comm *comm, const char *function, int rank);
int weft_mpi_check_root(const struct weft_mpi_comm *comm, const char *function, int root);
int weft_mpi_check_pointer(const struct weft_mpi_comm *comm, const char *function, const void *result);
int weft_mpi_check_data(const struct weft_mpi_comm *comm, const char *function, const void *buffer, int count,
                        MPI_Datatype datatype, struct weft_mpi_data *data);

/* A pointer that can be that of a buffer. */
static inline bool weft_mpi_is_buffer(const void *buffer)
{
    return buffer != NULL && buffer != MPI_IN_PLACE;
}

#endif
