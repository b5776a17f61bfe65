/* The algorithm of each collective operation, and the sizes at which it changes. docs/library/mpi.md contains this
 * table; `make -C lib algorithms` prints it. */
#ifndef WEFT_MPI_ALGORITHMS_H
#define WEFT_MPI_ALGORITHMS_H

#include <weft/label.h>

/* Bytes that a reduction processes at a time; also the largest element that can be reduced. */
#ifndef WEFT_MPI_PIECE
#define WEFT_MPI_PIECE (WEFT_WORD_BITS == 64 ? 16384u : 512u)
#endif

/* Up to this number of bytes MPI_Allreduce uses recursive doubling, which sends all data log2(ranks) times; above it,
 * it reduces to rank 0 and broadcasts, each along a tree. */
#define WEFT_MPI_EXCHANGE WEFT_MPI_PIECE

/* ROW(operations, when, algorithm) */
#define WEFT_MPI_ALGORITHMS(ROW)                                                                                       \
    ROW("Barrier", "MPI_COMM_WORLD, the link has a barrier, library not compiled with -Os", "the link's barrier")      \
    ROW("Barrier, Ibarrier", "otherwise", "dissemination")                                                             \
    ROW("Bcast", "always", "binomial tree")                                                                            \
    ROW("Scatter, Scatterv", "the link has shared mailboxes, library not compiled with -Os",                           \
        "the root writes once, all fetch at once")                                                                     \
    ROW("Gather, Gatherv, Scatter, Scatterv", "otherwise", "the root and one rank after the other")                    \
    ROW("Allgather", "library not compiled with -Os", "Bruck's, without the final rotation")                           \
    ROW("Allgather with -Os, Allgatherv", "always", "pairwise, ranks at distance k in step k")                         \
    ROW("Alltoall, Alltoallv", "two buffers", "the same")                                                              \
    ROW("Alltoall, Alltoallv", "MPI_IN_PLACE", "pairwise exchange, in the order of the sum of ranks")                  \
    ROW("Reduce", "always", "binomial tree from the root; from rank 0 if the operation does not commute")              \
    ROW("Allreduce", "at most WEFT_MPI_EXCHANGE bytes, library not compiled with -Os", "recursive doubling")           \
    ROW("Allreduce", "otherwise", "binomial tree to rank 0, then Bcast")                                               \
    ROW("Reduce_scatter, Reduce_scatter_block", "always", "a Reduce for each rank")                                    \
    ROW("Scan, Exscan", "always", "chain, piece by piece")

#endif
