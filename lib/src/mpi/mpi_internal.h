/* What the MPI functions share: the objects that handles point to, checks of arguments, errors. */
#ifndef WEFT_MPI_INTERNAL_H
#define WEFT_MPI_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "small_messages.h"
#include <mpi.h>

#include "arch/copy.h"
#include "arch/diagnostic.h"
#include "arch/growth.h"
#include "engine/engine.h"
#include "engine/late.h"
#include "engine/names.h"
#include "handles.h"

/* Does the fast path refuse a null buffer itself? */
#ifndef WEFT_LINK_REFUSES_NULL
#define WEFT_LINK_REFUSES_NULL 0
#endif

/* Does a message of a block with a large tag go by the fast path, too (link/link.h)? */
#ifndef WEFT_LINK_HAS_ESCAPES
#define WEFT_LINK_HAS_ESCAPES 0
#endif

/* Whether the link hands over large messages, and waits for the receiver to look before (link/link.h). */
#ifndef WEFT_LINK_OFFERS
#define WEFT_LINK_OFFERS 0
#endif
#ifndef WEFT_LINK_OFFER_WAITS
#define WEFT_LINK_OFFER_WAITS 0
#endif

/* Follows the definition of PMPI_name: MPI_name is the same function, and gives way to a program's own. */
#define WEFT_MPI_NAME(name) extern __typeof__(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)));

/* The first error of an operation that goes on after one. Without timeouts there is no other than MPI_ERR_TRUNCATE. */
static inline int weft_mpi_first_error(int error, int later)
{
#if defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
    return error != MPI_SUCCESS ? error : later;
#else
    return error | later;
#endif
}

/* Returns from the calling function unless what it tries succeeds. */
#define WEFT_TRY(attempt)                                                                                              \
    do {                                                                                                               \
        const int weft_result = (attempt);                                                                             \
        if (__builtin_expect(weft_result != MPI_SUCCESS, 0)) {                                                         \
            return weft_result;                                                                                        \
        }                                                                                                              \
    } while (0)

/* What handles name that hold no number. */
enum weft_mpi_sort {
    WEFT_MPI_IS_COMM,
    WEFT_MPI_IS_GROUP,
    WEFT_MPI_IS_DATATYPE,
    WEFT_MPI_IS_OP,
    WEFT_MPI_IS_ERRHANDLER,
    WEFT_MPI_IS_INFO,
    WEFT_MPI_IS_KEYVAL,
    WEFT_MPI_IS_REQUEST,
    WEFT_MPI_IS_MESSAGE,
};

/* What all objects begin with. */
struct weft_mpi_object {
    uint32_t mark;             /* WEFT_MPI_MARK and the sort; 0 in freed memory */
    int32_t owners;            /* the handle, other objects, requests under way */
    void (*end)(void *object); /* gives back what the object itself owns; null: nothing */
};
#define WEFT_MPI_MARK 0x57454600u

/* comm.c: whether a handle is the address of an object of a sort. */
bool weft_mpi_is(const void *handle, enum weft_mpi_sort sort);

/* objects.c, or objects_in_heap.c where memory grows: memory for objects, all zeros. Null when there is no more of it:
 * the error of that name has been raised, and the caller returns MPI_ERR_NO_MEM. */
void *weft_mpi_new(size_t bytes);
void weft_mpi_delete(void *memory);

/* objects_in_heap.c: whether there can be an object at this address; elsewhere every address can be read. */
bool weft_mpi_may_be_object(const void *handle);

/* objects.c: a new object that has one owner. */
void *weft_mpi_new_object(size_t bytes, enum weft_mpi_sort sort);

/* objects.c: one owner more; one less, of which the last ends the object. Null and numbered handles have none. */
void weft_mpi_share(void *object);
void weft_mpi_release(void *object);

/* The members of a communicator, as ranks of MPI_COMM_WORLD. */
struct weft_mpi_group {
    struct weft_mpi_object object;
    int32_t size;
    int32_t rank; /* of this process; MPI_UNDEFINED: it is not a member */
    weft_rank members[];
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
    struct weft_mpi_object object;
    int32_t size;
    int32_t rank;
    uint32_t context; /* of its point-to-point messages; collectives have the next one */
    int32_t ordinary; /* ranks to which small messages go at once (made.h): `size`, or 0 */
#if WEFT_NAMES > 0
    struct weft_naming naming; /* of the context, once it was asked for (made.h) */
#endif
    const weft_rank *members;
    MPI_Comm handle;
    MPI_Errhandler errhandler;
    struct weft_mpi_group *group; /* whose members these are; null: those of a predefined communicator */
    struct weft_mpi_attribute *attributes;
    struct weft_mpi_topology *topology;
    char *name; /* null: never set */
};

struct weft_mpi_errhandler {
    struct weft_mpi_object object;
    MPI_Comm_errhandler_function *function;
};

struct weft_mpi_op {
    struct weft_mpi_object object;
    bool commutes;
    MPI_User_function *function;
};

/* comm.c: MPI_COMM_WORLD and MPI_COMM_SELF. */
extern WEFT_PER_RANK struct weft_mpi_comm weft_mpi_world, weft_mpi_self;
void weft_mpi_comm_start(void);

/* The call under way, as errors name it: what takes a handle that a program gives also takes the function's name and
 * notes both here. A null communicator: errors go to MPI_COMM_WORLD's handler. Whoever calls a function of the program
 * puts it back afterwards, since that function may have called others. */
struct weft_mpi_call {
    const char *function;
    struct weft_mpi_comm *comm;
};
extern WEFT_PER_RANK struct weft_mpi_call weft_mpi_call;

/* comm.c: notes a call that belongs to no communicator. */
void weft_mpi_enter(const char *function);

/* comm.c: an error of `class`, as the communicator's error handler wants it: the class is returned, or the program ends
 * with one line. The format is that of weft_diagnostic(); it says what was wrong with which value. */
int weft_mpi_error(int class, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* comm.c: the error of a handle that names nothing of its sort; notes the call, and finds out whether it does. */
int weft_mpi_no(enum weft_mpi_sort sort);
int weft_mpi_check(const char *function, const void *handle, enum weft_mpi_sort sort);

/* comm.c: what a handle names. An error if nothing, or if the library does not run. */
int weft_mpi_comm(MPI_Comm handle, const char *function, struct weft_mpi_comm **comm);

/* comm.c: the rank in a communicator of a rank of MPI_COMM_WORLD. */
int32_t weft_mpi_rank_in(const struct weft_mpi_comm *comm, int32_t world);

#if WEFT_TIMEOUT > 0
/* comm.c: the error of a wait that has ended by time. */
int weft_mpi_late(void);
#define WEFT_MPI_LATE MPIX_ERR_TIMEOUT
#else
#define WEFT_MPI_LATE MPI_SUCCESS
static inline int weft_mpi_late(void)
{
    return MPI_SUCCESS;
}
#endif

/* errors.c: the name of a class, without "MPI_ERR_". */
const char *weft_mpi_error_name(int class);

/* attribute.c, which sets them when the first key is made: what becomes of attributes when a communicator is
 * duplicated or freed. Null: there are none. */
extern WEFT_PER_RANK int (*weft_mpi_copy_attributes)(struct weft_mpi_comm *from, struct weft_mpi_comm *to);
extern WEFT_PER_RANK int (*weft_mpi_delete_attributes)(struct weft_mpi_comm *comm);

/* request.c: tells how many requests the program has neither completed nor freed. Null in a program without its code.
 */
void weft_mpi_tell_requests(void) __attribute__((weak));

/* A buffer of elements, checked. */
struct weft_mpi_data {
    void *buffer;
    const struct weft_layout *layout; /* null: one piece of memory */
    weft_length bytes;
};

/* Can an int, in which MPI tells lengths, hold this one? On a chip it can. */
static inline bool weft_mpi_is_int(weft_length length)
{
    return sizeof length <= sizeof(int) || length <= INT32_MAX;
}

/* check.c: each returns MPI_SUCCESS or what weft_mpi_error() does. Ranks are those of the call's communicator. */
int weft_mpi_check_type(MPI_Datatype datatype);
int weft_mpi_check_count(int count);
int weft_mpi_check_rank(int rank);
int weft_mpi_check_root(int root);
int weft_mpi_check_pointer(const void *result);

/* The same in functions for which a chip's program memory has no room: there a null pointer is the program's fault,
 * which the chip reports. */
static inline int weft_mpi_check_result(const void *result)
{
    return WEFT_GROWS ? weft_mpi_check_pointer(result) : MPI_SUCCESS;
}

int weft_mpi_check_data(const void *buffer, int count, MPI_Datatype datatype, struct weft_mpi_data *data);

/* transfer.c: copies the bytes [offset, offset + length) between data and a buffer in one piece: to the data if `in`,
 * otherwise from them. */
void weft_mpi_move_data(const struct weft_mpi_data *data, weft_length offset, void *bytes, weft_length length, bool in);

/* A pointer that can be that of a buffer. */
static inline bool weft_mpi_is_buffer(const void *buffer)
{
    return buffer != NULL && buffer != MPI_IN_PLACE;
}

#endif
