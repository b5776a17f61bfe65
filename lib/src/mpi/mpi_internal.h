/* Shared by the MPI functions: the objects that handles point to, checks of arguments, and errors. */
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

/* Does the link's fast path itself reject a null buffer? */
#ifndef WEFT_LINK_REFUSES_NULL
#define WEFT_LINK_REFUSES_NULL 0
#endif

/* Does a message of one block with a large tag take the fast path, too (link/link.h)? */
#ifndef WEFT_LINK_HAS_ESCAPES
#define WEFT_LINK_HAS_ESCAPES 0
#endif

/* Can the link hand large messages over directly to a waiting receiver (OFFERS), and does it wait first until the
 * receiver is ready (OFFER_WAITS)? See link/link.h. */
#ifndef WEFT_LINK_OFFERS
#define WEFT_LINK_OFFERS 0
#endif
#ifndef WEFT_LINK_OFFER_WAITS
#define WEFT_LINK_OFFER_WAITS 0
#endif

/* Use after the definition of PMPI_name: makes MPI_name a weak alias of it, which a program can override (profiling
 * interface). */
#define WEFT_MPI_NAME(name) extern __typeof__(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)));

/* Returns the first error of an operation that continues after an error. Without timeouts the only possible error is
 * MPI_ERR_TRUNCATE, so OR combines the two. */
static inline int weft_mpi_first_error(int error, int later)
{
#if defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
    return error != MPI_SUCCESS ? error : later;
#else
    return error | later;
#endif
}

/* Returns the error code from the calling function if `attempt` fails. */
#define WEFT_TRY(attempt)                                                                                              \
    do {                                                                                                               \
        const int weft_result = (attempt);                                                                             \
        if (__builtin_expect(weft_result != MPI_SUCCESS, 0)) {                                                         \
            return weft_result;                                                                                        \
        }                                                                                                              \
    } while (0)

/* Kinds of objects that handles point to. */
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

/* Header of all objects. */
struct weft_mpi_object {
    uint32_t mark;             /* WEFT_MPI_MARK + the sort; 0 in freed memory */
    int32_t owners;            /* reference count: the handle, other objects, requests in progress */
    void (*end)(void *object); /* releases what the object owns; null: nothing */
};
#define WEFT_MPI_MARK 0x57454600u

/* comm.c: returns whether a handle is the address of an object of this sort. */
bool weft_mpi_is(const void *handle, enum weft_mpi_sort sort);

/* objects.c, or objects_in_heap.c where memory grows: allocates zeroed memory for an object. Returns null if there is
 * none left; MPI_ERR_NO_MEM has then been raised, and the caller returns it. */
void *weft_mpi_new(size_t bytes);
void weft_mpi_delete(void *memory);

/* objects_in_heap.c: returns whether there can be an object at this address. On a chip this check is not needed, since
 * every address can be read. */
bool weft_mpi_may_be_object(const void *handle);

/* objects.c: allocates an object with a reference count of 1. */
void *weft_mpi_new_object(size_t bytes, enum weft_mpi_sort sort);

/* objects.c: increment and decrement the reference count; the last release ends the object. No effect on null and on
 * numbered (predefined) handles. */
void weft_mpi_share(void *object);
void weft_mpi_release(void *object);

/* The members of a communicator, as ranks of MPI_COMM_WORLD. */
struct weft_mpi_group {
    struct weft_mpi_object object;
    int32_t size;
    int32_t rank; /* of this process; MPI_UNDEFINED: it is no member */
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
    uint32_t context; /* of point-to-point messages; collectives use context + 1 */
    int32_t ordinary; /* ranks for which small messages take the fast path (made.h): `size`, or 0 */
#if WEFT_NAMES > 0
    struct weft_naming naming; /* name of the context, once it was looked up (made.h) */
#endif
    const weft_rank *members;
    MPI_Comm handle;
    MPI_Errhandler errhandler;
    struct weft_mpi_group *group; /* owner of `members`; null: predefined communicator */
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

/* The current call, as error messages name it: every function that takes a handle from the program also takes the name
 * of the MPI function, and stores both here. If the communicator is null, errors go to the handler of MPI_COMM_WORLD.
 * Code that calls a function of the program restores this afterwards, since that function may make MPI calls. */
struct weft_mpi_call {
    const char *function;
    struct weft_mpi_comm *comm;
};
extern WEFT_PER_RANK struct weft_mpi_call weft_mpi_call;

/* comm.c: stores a call that belongs to no communicator. */
void weft_mpi_enter(const char *function);

/* comm.c: raises an error of `class` at the communicator's error handler: returns the class, or ends the program with
 * one line on standard error. The format is that of weft_diagnostic(); it names what was wrong, and the value. */
int weft_mpi_error(int class, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* comm.c: weft_mpi_no() raises the error of a handle that is no object of this sort. weft_mpi_check() stores the call,
 * and raises that error unless the handle is one. */
int weft_mpi_no(enum weft_mpi_sort sort);
int weft_mpi_check(const char *function, const void *handle, enum weft_mpi_sort sort);

/* comm.c: finds the communicator of a handle and stores the call. Raises an error if there is none, or if the library
 * is not initialized. */
int weft_mpi_comm(MPI_Comm handle, const char *function, struct weft_mpi_comm **comm);

/* comm.c: translates a member's rank in MPI_COMM_WORLD to its rank in the communicator. */
int32_t weft_mpi_rank_in(const struct weft_mpi_comm *comm, int32_t world);

#if WEFT_TIMEOUT > 0
/* comm.c: raises the error of a wait that has timed out. */
int weft_mpi_late(void);
#define WEFT_MPI_LATE MPIX_ERR_TIMEOUT
#else
#define WEFT_MPI_LATE MPI_SUCCESS
static inline int weft_mpi_late(void)
{
    return MPI_SUCCESS;
}
#endif

/* errors.c: returns the name of an error class, without "MPI_ERR_". */
const char *weft_mpi_error_name(int class);

/* Set by attribute.c when the first key is created: copy and delete the attributes of a communicator when it is
 * duplicated or freed. Null: no key was created. So a program without attributes does not link their code. */
extern WEFT_PER_RANK int (*weft_mpi_copy_attributes)(struct weft_mpi_comm *from, struct weft_mpi_comm *to);
extern WEFT_PER_RANK int (*weft_mpi_delete_attributes)(struct weft_mpi_comm *comm);

/* request.c: reports how many requests the program has neither completed nor freed. Null in a program that does not
 * link it.
 */
void weft_mpi_tell_requests(void) __attribute__((weak));

/* A buffer of elements whose arguments have been checked. */
struct weft_mpi_data {
    void *buffer;
    const struct weft_layout *layout; /* null: the data are contiguous */
    weft_length bytes;
};

/* Does a length fit into an int, in which MPI returns lengths? On a chip it always does. */
static inline bool weft_mpi_is_int(weft_length length)
{
    return sizeof length <= sizeof(int) || length <= INT32_MAX;
}

/* check.c: each returns MPI_SUCCESS, or raises an error with weft_mpi_error(). Ranks are those of the current call's
 * communicator. */
int weft_mpi_check_type(MPI_Datatype datatype);
int weft_mpi_check_count(int count);
int weft_mpi_check_rank(int rank);
int weft_mpi_check_root(int root);
int weft_mpi_check_pointer(const void *result);

/* As weft_mpi_check_pointer(), but on a chip without a check, to save program memory: there the chip reports the access
 * through the null pointer. */
static inline int weft_mpi_check_result(const void *result)
{
    return WEFT_GROWS ? weft_mpi_check_pointer(result) : MPI_SUCCESS;
}

int weft_mpi_check_data(const void *buffer, int count, MPI_Datatype datatype, struct weft_mpi_data *data);

/* transfer.c: copies the bytes [offset, offset + length) between data and a contiguous buffer: to the data if `in`,
 * otherwise from them. */
void weft_mpi_move_data(const struct weft_mpi_data *data, weft_length offset, void *bytes, weft_length length, bool in);

/* Can this pointer be the address of a buffer? */
static inline bool weft_mpi_is_buffer(const void *buffer)
{
    return buffer != NULL && buffer != MPI_IN_PLACE;
}

#endif
