/* What collective operations are made of: blocking transfers in the second context of a communicator. */
#ifndef WEFT_MPI_COLLECTIVE_H
#define WEFT_MPI_COLLECTIVE_H

#include "datatype.h"

/* One for each operation, so that ranks in different ones never take each other's data. */
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
    WEFT_MPI_TAG_IBARRIER, /* and one for each round: the last tags */
};

/* transfer.c: moves data to or from a rank of the communicator. A message longer than the data is MPI_ERR_TRUNCATE: the
 * ranks have not called the function with matching arguments. */
void weft_mpi_put(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank);
int weft_mpi_get(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank);

/* transfer.c: puts if it need not wait. Returns whether it did. */
bool weft_mpi_try_put(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank);

/* transfer.c: both at once. */
int weft_mpi_swap(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *out, int32_t to,
                  const struct weft_mpi_data *in, int32_t from);

/* transfer.c: from one place of this rank to another; an error if they are not equally long. */
int weft_mpi_copy(const struct weft_mpi_data *from, const struct weft_mpi_data *to);

/* bcast.c: the tree, without checks. */
int weft_mpi_bcast(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t root);

/* barrier.c: meets all ranks of the communicator by messages. */
int weft_mpi_disseminate(const struct weft_mpi_comm *comm);

/* A buffer with one part for each rank: `counts` and `displacements` in elements, or null and all of `count`. */
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

/* pairwise.c: the operations in which ranks give parts to each other. */
struct weft_mpi_distribution {
    const char *function;
    int32_t tag;
    bool same_out; /* a rank sends the same to all, and may be in place */
    bool same_in;  /* a rank takes one part, and may be in place */
    bool rooted;   /* only the root takes (same_out) or sends (same_in) */
};

int weft_mpi_distribute(const struct weft_mpi_distribution *distribution, struct weft_mpi_parts *out,
                        struct weft_mpi_parts *in, int root, MPI_Comm comm);

/* scatter_pieces.c: the same where the root sends and the link has shared mailboxes. */
int weft_mpi_scatter_pieces(const struct weft_mpi_distribution *scatter, struct weft_mpi_parts *out,
                            struct weft_mpi_parts *in, int root, MPI_Comm comm);

#endif
