/* Communicators: the two predefined ones, lookup of handles, and errors. */
#include "mpi_internal.h"

#include <stdarg.h>

#include "arch/arch.h"
#include "arch/diagnostic.h"

/* The members of MPI_COMM_WORLD: rank i is i. A constant table costs no time in MPI_Init. */
#define FOUR(rank) (rank), (rank) + 1, (rank) + 2, (rank) + 3
#define SIXTEEN(rank) FOUR(rank), FOUR((rank) + 4), FOUR((rank) + 8), FOUR((rank) + 12)
#define MANY(rank) SIXTEEN(rank), SIXTEEN((rank) + 16), SIXTEEN((rank) + 32), SIXTEEN((rank) + 48)
#define VERY_MANY(rank) MANY(rank), MANY((rank) + 64), MANY((rank) + 128), MANY((rank) + 192)
static const weft_rank everybody[] = {
#if WEFT_CORES > 256
    VERY_MANY(0),
    VERY_MANY(256),
    VERY_MANY(512),
    VERY_MANY(768),
#elif WEFT_CORES > 64
    VERY_MANY(0),
#elif WEFT_CORES > 16
    MANY(0),
#else
    SIXTEEN(0),
#endif
};
_Static_assert(WEFT_CORES <= sizeof everybody / sizeof *everybody, "a longer table of ranks is needed");

WEFT_PER_RANK struct weft_mpi_comm weft_mpi_world = {
    .object.owners = 1,
    .members = everybody,
    .context = WEFT_MPI_WORLD,
    .handle = MPI_COMM_WORLD,
};
WEFT_PER_RANK struct weft_mpi_comm weft_mpi_self = {
    .object.owners = 1,
    .size = 1,
    .context = WEFT_MPI_SELF,
    .handle = MPI_COMM_SELF,
};
WEFT_PER_RANK struct weft_mpi_call weft_mpi_call;
WEFT_PER_RANK int (*weft_mpi_copy_attributes)(struct weft_mpi_comm *from, struct weft_mpi_comm *to);
WEFT_PER_RANK int (*weft_mpi_delete_attributes)(struct weft_mpi_comm *comm);

void weft_mpi_comm_start(void)
{
    const struct weft_context *const self = weft_self();
    weft_mpi_world.size = self->size;
    weft_mpi_world.rank = self->rank;
    weft_mpi_self.members = &everybody[self->rank];
}

void weft_mpi_enter(const char *function)
{
    weft_mpi_call = (struct weft_mpi_call){function, NULL};
}

/* The predefined error handlers are numbers, others are objects. Until the program sets one, errors are fatal. */
int weft_mpi_error(int class, const char *format, ...)
{
    const struct weft_mpi_call call = weft_mpi_call;
    const struct weft_mpi_comm *const owner = call.comm ? call.comm : &weft_mpi_world;
    const MPI_Errhandler handler = owner->errhandler;
    if (handler == MPI_ERRORS_RETURN) {
        return class;
    }
    if (weft_mpi_is(handler, WEFT_MPI_IS_ERRHANDLER)) {
        MPI_Comm handle = owner->handle;
        int code = class;
        handler->function(&handle, &code);
        weft_mpi_call = call;
        return class;
    }
    va_list values;
    va_start(values, format);
    weft_diagnostic_error(call.function, weft_mpi_error_name(class), format, values);
    va_end(values);
    weft_arch_abort(1);
}

#if WEFT_TIMEOUT > 0
int weft_mpi_late(void)
{
    return weft_mpi_error(MPIX_ERR_TIMEOUT,
                          "nothing was heard of the other rank for WEFT_TIMEOUT = " WEFT_LENGTH " cycles",
                          (weft_told)WEFT_TIMEOUT);
}
#endif

bool weft_mpi_is(const void *handle, enum weft_mpi_sort sort)
{
    return handle != NULL && (uintptr_t)handle % 4u == 0 && (!WEFT_GROWS || weft_mpi_may_be_object(handle)) &&
           *(const uint32_t *)handle == WEFT_MPI_MARK + (uint32_t)sort;
}

__attribute__((cold)) int weft_mpi_no(enum weft_mpi_sort sort)
{
    static const struct {
        int class;
        const char *name;
    } sorts[] = {
        [WEFT_MPI_IS_COMM] = {MPI_ERR_COMM, "communicator"},
        [WEFT_MPI_IS_GROUP] = {MPI_ERR_GROUP, "group"},
        [WEFT_MPI_IS_DATATYPE] = {MPI_ERR_TYPE, "datatype"},
        [WEFT_MPI_IS_OP] = {MPI_ERR_OP, "operation"},
        [WEFT_MPI_IS_ERRHANDLER] = {MPI_ERR_ARG, "error handler"},
        [WEFT_MPI_IS_INFO] = {MPI_ERR_INFO, "info object"},
        [WEFT_MPI_IS_KEYVAL] = {MPI_ERR_KEYVAL, "key"},
        [WEFT_MPI_IS_REQUEST] = {MPI_ERR_REQUEST, "request"},
        [WEFT_MPI_IS_MESSAGE] = {MPI_ERR_REQUEST, "message"},
    };
    if (weft_self()->size == 0) {
        return weft_mpi_error(MPI_ERR_OTHER, "called before MPI_Init or after MPI_Finalize");
    }
    return weft_mpi_error(sorts[sort].class, "the %s is not one", sorts[sort].name);
}

int weft_mpi_check(const char *function, const void *handle, enum weft_mpi_sort sort)
{
    weft_mpi_enter(function);
    return weft_mpi_is(handle, sort) ? MPI_SUCCESS : weft_mpi_no(sort);
}

int weft_mpi_comm(MPI_Comm handle, const char *function, struct weft_mpi_comm **comm)
{
    struct weft_mpi_comm *const named = handle == MPI_COMM_WORLD  ? &weft_mpi_world
                                        : handle == MPI_COMM_SELF ? &weft_mpi_self
                                                                  : handle;
    *comm = named;
    weft_mpi_enter(function);
    if (weft_self()->size == 0 || (named == handle && !weft_mpi_is(handle, WEFT_MPI_IS_COMM))) {
        return weft_mpi_no(WEFT_MPI_IS_COMM);
    }
    WEFT_CALL(named->rank, named->context, named->size);
    weft_mpi_call.comm = named;
    return MPI_SUCCESS;
}

int32_t weft_mpi_rank_in(const struct weft_mpi_comm *comm, int32_t world)
{
    const bool same = WEFT_MANY_RANKS && world < comm->size && comm->members[world] == world;
    int32_t rank = same ? world : 0;
    while (comm->members[rank] != world) {
        rank++;
    }
    return rank;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_rank", &found));
    WEFT_TRY(weft_mpi_check_pointer(rank));
    *rank = (int)found->rank;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_rank)

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_size", &found));
    WEFT_TRY(weft_mpi_check_pointer(size));
    *size = (int)found->size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_size)
