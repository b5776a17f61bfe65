/* Building blocks of collective operations: blocking transfers in the second context of a communicator. */
#ifndef WEFT_MPI_COLLECTIVE_H
#define WEFT_MPI_COLLECTIVE_H

#include "datatype.h"

/* A tag for each operation, so that ranks in different operations never receive each other's data. */
enum weft_mpi_collective_tag {
    WEFT_MPI_TAG_BCAST = 1,
    WEFT_MPI_TAG_REDUCE,
    WEFT_MPI_TAG_GATHER,
    WEFT_MPI_TAG_SCATTER,
    WEFT_MPI_TAG_BARRIER,
    WEFT_MPI_TAG_ALLREDUCE,
    WEFT_MPI_TAG_ALLGATHER,
    WEFT_MPI_TAG_ALLTOALL,
    WEFT_MPI_TAG_SCAN,
    WEFT_MPI_TAG_CONTEXT,
    WEFT_MPI_TAG_IBARRIER, /* and the tags after it, one for each round */
};

/* transfer.c: sends data to, or receives data from, a rank of the communicator. A message longer than the data raises
 * MPI_ERR_TRUNCATE: the ranks have not called the function with matching arguments. */
void weft_mpi_put(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank);
int weft_mpi_get(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank);

/* transfer.c: sends if that is possible without waiting. Returns whether it did. */
bool weft_mpi_try_put(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank);

/* transfer.c: sends and receives concurrently. */
int weft_mpi_swap(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *out, int32_t to,
                  const struct weft_mpi_data *in, int32_t from);

/* transfer.c: copies data within this rank; raises an error if the lengths differ. */
int weft_mpi_copy(const struct weft_mpi_data *from, const struct weft_mpi_data *to);

/* bcast.c: broadcasts along the tree, without checks of arguments. */
int weft_mpi_bcast(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t root);

/* barrier.c: a barrier of all ranks of the communicator by messages. */
int weft_mpi_disseminate(const struct weft_mpi_comm *comm);

/* A buffer with one part for each rank: `counts` and `displacements` in elements, or null if each part has `count`
 * elements. */
struct weft_mpi_parts {
    void *buffer;
    int count;
    MPI_Datatype type;
    const int *counts;
    const int *displacements;
    bool same; /* the buffer is one part, the same for all ranks */
};

/* pairwise.c */
int weft_mpi_check_parts(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *parts);
void weft_mpi_part(const struct weft_mpi_parts *parts, int32_t rank, struct weft_mpi_data *part);

/* pairwise.c: operations in which ranks send parts to each other. */
struct weft_mpi_distribution {
    const char *function;
    int32_t tag;
    bool same_out; /* a rank sends the same data to all, and may use MPI_IN_PLACE */
    bool same_in;  /* a rank receives one part, and may use MPI_IN_PLACE */
    bool rooted;   /* only the root receives (same_out) or sends (same_in) */
};

int weft_mpi_distribute(const struct weft_mpi_distribution *distribution, struct weft_mpi_parts *out,
                        struct weft_mpi_parts *in, int root, MPI_Comm comm);

/* scatter_pieces.c: a scatter over a link with shared mailboxes. */
int weft_mpi_scatter_pieces(const struct weft_mpi_distribution *scatter, struct weft_mpi_parts *out,
                            struct weft_mpi_parts *in, int root, MPI_Comm comm);

#endif
