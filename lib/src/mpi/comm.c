/* Communicators: the two that are always there, what a handle names, and errors. */
#include "mpi_internal.h"

#include <stdarg.h>

#include "arch/arch.h"
#include "report.h"

WEFT_PER_RANK struct weft_mpi_comm weft_mpi_world;
WEFT_PER_RANK struct weft_mpi_comm weft_mpi_self;
WEFT_PER_RANK int (*weft_mpi_copy_attributes)(struct weft_mpi_comm *from, struct weft_mpi_comm *to);
WEFT_PER_RANK int (*weft_mpi_delete_attributes)(struct weft_mpi_comm *comm);

static WEFT_PER_RANK uint8_t everybody[WEFT_CORES];

void weft_mpi_comm_start(void)
{
    const struct weft_context *const self = weft_self();
    for (int32_t rank = 0; rank < self->size; rank++) {
        everybody[rank] = (uint8_t)rank;
    }
    weft_mpi_world.size = self->size;
    weft_mpi_world.rank = self->rank;
    weft_mpi_world.context = WEFT_MPI_WORLD;
    weft_mpi_world.members = everybody;
    weft_mpi_world.handle = MPI_COMM_WORLD;
    weft_mpi_self.size = 1;
    weft_mpi_self.context = WEFT_MPI_SELF;
    weft_mpi_self.members = &everybody[self->rank];
    weft_mpi_self.handle = MPI_COMM_SELF;
}

/* The predefined error handlers are numbers, others functions. Before anybody sets one, errors are fatal. */
int weft_mpi_error(const struct weft_mpi_comm *comm, int class, const char *format, ...)
{
    const struct weft_mpi_comm *const owner = comm ? comm : &weft_mpi_world;
    const MPI_Errhandler handler = owner->errhandler;
    if (handler == MPI_ERRORS_RETURN) {
        return class;
    }
    if (weft_mpi_is(handler, WEFT_MPI_IS_ERRHANDLER)) {
        MPI_Comm handle = owner->handle;
        int code = class;
        handler->function(&handle, &code);
        return class;
    }
    va_list values;
    va_start(values, format);
    weft_report_error(weft_mpi_error_name(class), format, values);
    va_end(values);
    weft_arch_abort(1);
}

__attribute__((cold)) int weft_mpi_no(const struct weft_mpi_comm *comm, int class, const char *function,
                                      const char *what)
{
    if (weft_self()->size == 0) {
        return weft_mpi_error(comm, MPI_ERR_OTHER, "%s was called before MPI_Init or after MPI_Finalize", function);
    }
    return weft_mpi_error(comm, class, "%s: the %s is not one", function, what);
}

__attribute__((cold)) int weft_mpi_no_memory(const struct weft_mpi_comm *comm, const char *function)
{
    return weft_mpi_error(comm, MPI_ERR_NO_MEM, "%s: no memory for one more: build with larger WEFT_MPI_OBJECTS",
                          function);
}

int weft_mpi_comm(MPI_Comm handle, const char *function, struct weft_mpi_comm **comm)
{
    *comm = handle == MPI_COMM_WORLD ? &weft_mpi_world : handle == MPI_COMM_SELF ? &weft_mpi_self : handle;
    if (weft_self()->size > 0 && (*comm != handle || weft_mpi_is(handle, WEFT_MPI_IS_COMM))) {
        return MPI_SUCCESS;
    }
    *comm = NULL;
    return weft_mpi_no(NULL, MPI_ERR_COMM, function, "communicator");
}

int32_t weft_mpi_rank_in(const struct weft_mpi_comm *comm, int32_t world)
{
    int32_t rank = 0;
    while (comm->members[rank] != world) {
        rank++;
    }
    return rank;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_rank", &found));
    WEFT_TRY(weft_mpi_check_pointer(found, "MPI_Comm_rank", rank));
    *rank = (int)found->rank;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_rank)

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_size", &found));
    WEFT_TRY(weft_mpi_check_pointer(found, "MPI_Comm_size", size));
    *size = (int)found->size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_size)
