/* What the MPI functions share: communicators, argument checks, errors, and blocking transfers. */
#ifndef WEFT_MPI_INTERNAL_H
#define WEFT_MPI_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include <mpi.h>
#include <weft/mpi_handles.h>
#include <weft/mpi_inline.h>

#include "engine/engine.h"

/* A communicator of consecutive ranks. */
struct weft_mpi_group {
    int32_t size;
    int32_t rank;  /* of this process */
    int32_t first; /* the rank in MPI_COMM_WORLD of its rank 0 */
    uint32_t context;
};

/* comm.c: an error of `class`, as the communicator's error handler wants it: the class is returned, or the program ends
 * with one line. The format is that of weft_report(); it names the MPI function and says what was wrong with which
 * value. */
int weft_mpi_error(MPI_Comm comm, int class, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* comm.c: tells why there is no such communicator. */
int weft_mpi_no_group(MPI_Comm comm, const char *function);

/* Looks a communicator up. An error if there is none, or if the library does not run. */
static inline int weft_mpi_group(MPI_Comm comm, const char *function, struct weft_mpi_group *group)
{
    const struct weft_context *const self = weft_self();
    *group = (struct weft_mpi_group){self->size, self->rank, 0, WEFT_MPI_WORLD};
    if (comm == MPI_COMM_SELF) {
        *group = (struct weft_mpi_group){1, 0, self->rank, WEFT_MPI_SELF};
    }
    const bool good = self->size > 0 && (comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF);
    return __builtin_expect(good, 1) ? MPI_SUCCESS : weft_mpi_no_group(comm, function);
}

/* A pointer that can be that of a buffer. */
static inline bool weft_mpi_is_buffer(const void *buffer)
{
    return buffer != NULL && buffer != MPI_IN_PLACE;
}

/* check.c: each returns MPI_SUCCESS or what weft_mpi_error() does. */
int weft_mpi_check_buffer(MPI_Comm comm, const char *function, const void *buffer, int count, MPI_Datatype datatype);
int weft_mpi_check_rank(MPI_Comm comm, const char *function, const struct weft_mpi_group *group, int rank);
int weft_mpi_check_root(MPI_Comm comm, const char *function, const struct weft_mpi_group *group, int root);
int weft_mpi_check_pointer(MPI_Comm comm, const char *function, const void *result);

/* transfer.c: how a collective operation moves `bytes` to or from a rank of the communicator. A message longer than
 * `bytes` is MPI_ERR_TRUNCATE: the ranks have not called it with matching arguments. */
struct weft_mpi_collective {
    MPI_Comm comm;
    const char *function;
    struct weft_mpi_group group;
    int32_t tag; /* one for each operation, so that ranks in different ones never take each other's data */
};
enum weft_mpi_collective_tag {
    WEFT_MPI_TAG_BCAST = 1,
    WEFT_MPI_TAG_REDUCE,
    WEFT_MPI_TAG_GATHER,
    WEFT_MPI_TAG_SCATTER,
    WEFT_MPI_TAG_BARRIER,
    WEFT_MPI_TAG_ALLREDUCE,
};
void weft_mpi_put(const struct weft_mpi_collective *collective, const void *data, uint32_t bytes, int32_t rank);
int weft_mpi_get(const struct weft_mpi_collective *collective, void *data, uint32_t bytes, int32_t rank);

/* transfer.c: both at once, `bytes` each way. */
int weft_mpi_swap(const struct weft_mpi_collective *collective, const void *out, int32_t to, void *in, int32_t from,
                  uint32_t bytes);

/* exchange.c: MPI_Allreduce of at most WEFT_MPI_EXCHANGE bytes, without checks. */
#define WEFT_MPI_EXCHANGE 512u
int weft_mpi_exchange(const struct weft_mpi_collective *collective, weft_mpi_kernel *kernel, MPI_Op op, const void *own,
                      void *result, int count, uint32_t bytes);

/* bcast.c: the binomial tree, without checks. */
int weft_mpi_bcast(const struct weft_mpi_collective *collective, void *buffer, uint32_t bytes, int32_t root);

#endif
