/* Places neighbours in a grid on cores near each other (MPI 4.0, section 8.5.1, `reorder`).
 *
 * J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs", 2013, section VII.A,
 * assigns ranks to cores at run time. Here the program requests it by a grid in which its ranks are neighbours. The
 * grid is bisected recursively across its longest dimension, which gives an order of grid places in which consecutive
 * places form compact blocks. The members, sorted by cluster and within a cluster by memory, are assigned in this
 * order: a block that fits into a cluster, or around one memory, is placed there. */
#include "reorder.h"

#if WEFT_MPI_REORDERS

#include <qos.h>
#include <weft/boot.h>

static uint32_t core_of(weft_rank member)
{
    return weft_boot.core_of_rank[member];
}

/* Returns a sort key: cores with equal keys share a memory, and cores of a cluster have consecutive keys. */
static uint32_t place_of(uint32_t core)
{
    static const uint8_t cluster_of[] = WEFT_CLUSTER_OF_CORE;
    return (uint32_t)cluster_of[core] << 16 | weft_qos_memory(core, core);
}

/* Sorts members by place (stable). */
static void sort(weft_rank *members, int32_t size)
{
    for (int32_t i = 1; i < size; i++) {
        const weft_rank member = members[i];
        int32_t at = i;
        for (; at > 0 && place_of(core_of(members[at - 1])) > place_of(core_of(member)); at--) {
            members[at] = members[at - 1];
        }
        members[at] = member;
    }
}

/* A block of the grid that is still to be divided. */
struct block {
    int ndims;
    int32_t sizes[WEFT_MPI_REORDERED_DIMENSIONS];
    int32_t strides[WEFT_MPI_REORDERED_DIMENSIONS]; /* distance in ranks between neighbours, in the whole grid */
    const weft_rank *next;                          /* next member to be assigned */
    weft_rank *members;                             /* result: members by rank in the grid */
};

static void divide(struct block *block, int32_t first)
{
    int longest = 0;
    for (int i = 1; i < block->ndims; i++) {
        longest = block->sizes[i] > block->sizes[longest] ? i : longest;
    }
    const int32_t size = block->sizes[longest];
    if (size == 1) {
        block->members[first] = *block->next++;
        return;
    }
    block->sizes[longest] = (size + 1) / 2;
    divide(block, first);
    block->sizes[longest] = size / 2;
    divide(block, first + (size + 1) / 2 * block->strides[longest]);
    block->sizes[longest] = size;
}

void weft_mpi_reorder(const struct weft_mpi_comm *comm, int ndims, const int dims[], int32_t size, weft_rank *members)
{
    weft_rank sorted[WEFT_CORES];
    struct block block = {.ndims = ndims, .next = sorted, .members = members};
    weft_copy(sorted, comm->members, (uint32_t)size * (uint32_t)sizeof *sorted);
    sort(sorted, size);
    int32_t stride = 1;
    for (int i = ndims - 1; i >= 0; i--) {
        block.sizes[i] = (int32_t)dims[i];
        block.strides[i] = stride;
        stride *= (int32_t)dims[i];
    }
    divide(&block, 0);
}

#endif
