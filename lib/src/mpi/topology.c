/* Cartesian topologies (MPI 4.0, section 8.5). Ranks are in row-major order: the last dimension varies fastest. */
#include "communicator.h"

#include "collective.h"
#include "reorder.h"

static int new_topology(struct weft_mpi_comm *comm, int ndims);

static int copy(const struct weft_mpi_comm *from, struct weft_mpi_comm *to)
{
    const struct weft_mpi_topology *const old = from->topology;
    WEFT_TRY(new_topology(to, old->ndims));
    weft_copy(to->topology->dims, old->dims, (uint32_t)old->ndims * (uint32_t)sizeof old->dims[0]);
    return MPI_SUCCESS;
}

/* Adds a topology to a communicator; the dimensions are filled in later. */
static int new_topology(struct weft_mpi_comm *comm, int ndims)
{
    struct weft_mpi_topology *const topology =
        weft_mpi_new((uint32_t)(sizeof *topology + (uint32_t)ndims * sizeof topology->dims[0]));
    if (!topology) {
        return MPI_ERR_NO_MEM;
    }
    topology->copy = copy;
    topology->ndims = ndims;
    comm->topology = topology;
    return MPI_SUCCESS;
}

static int find(MPI_Comm comm, const char *function, struct weft_mpi_comm **found)
{
    WEFT_TRY(weft_mpi_comm(comm, function, found));
    return (*found)->topology ? MPI_SUCCESS : weft_mpi_error(MPI_ERR_TOPOLOGY, "the communicator has no topology");
}

/* Makes the communicator of a grid. Its members keep their order, or, if `reorder`, are placed near their
 * neighbours. */
static int make_comm(struct weft_mpi_comm *parent, int ndims, const int dims[], int32_t size, bool reorder,
                     MPI_Comm *newcomm)
{
#if WEFT_MPI_REORDERS
    weft_rank members[WEFT_CORES];
    if (reorder && ndims > 0 && ndims <= WEFT_MPI_REORDERED_DIMENSIONS) {
        weft_mpi_reorder(parent, ndims, dims, size, members);
        return weft_mpi_make_comm(parent, size, members, WEFT_MPI_TAG_CONTEXT, newcomm);
    }
#endif
    (void)ndims, (void)dims, (void)reorder;
    return weft_mpi_make_comm(parent, size, parent->members, WEFT_MPI_TAG_CONTEXT, newcomm);
}

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
                     MPI_Comm *comm_cart)
{
    struct weft_mpi_comm *found;
    int32_t size = 1;
    WEFT_TRY(weft_mpi_comm(comm_old, "MPI_Cart_create", &found));
    WEFT_TRY(weft_mpi_check_count(ndims));
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 1) {
            return weft_mpi_error(MPI_ERR_DIMS, "dimension %d has %d ranks", i, dims[i]);
        }
        if (dims[i] > found->size / size) {
            return weft_mpi_error(MPI_ERR_ARG, "the grid has more ranks than the communicator's %d", (int)found->size);
        }
        size *= dims[i];
    }
    WEFT_TRY(make_comm(found, ndims, dims, size, reorder != 0, comm_cart));
    if (*comm_cart) {
        WEFT_TRY(new_topology(*comm_cart, ndims));
        for (int i = 0; i < ndims; i++) {
            (*comm_cart)->topology->dims[i] = (struct weft_mpi_dimension){dims[i], periods[i] != 0};
        }
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_create)

__attribute__((noinline)) static void coordinates(const struct weft_mpi_topology *topology, int rank, int maxdims,
                                                  int coords[])
{
    for (int i = topology->ndims - 1; i >= 0; i--) {
        const int coordinate = rank % topology->dims[i].size;
        rank /= topology->dims[i].size;
        if (i < maxdims) {
            coords[i] = coordinate;
        }
    }
}

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, "MPI_Cart_coords", &found));
    WEFT_TRY(weft_mpi_check_rank(rank));
    coordinates(found->topology, rank, maxdims, coords);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_coords)

/* Returns the coordinate, wrapped around if the dimension is periodic; -1 if it is outside the grid. */
static int wrap(const struct weft_mpi_dimension *dimension, int coordinate)
{
    const int size = dimension->size;
    const int wrapped = ((coordinate % size) + size) % size;
    return wrapped == coordinate || dimension->periodic ? wrapped : -1;
}

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, "MPI_Cart_rank", &found));
    const struct weft_mpi_topology *const topology = found->topology;
    int place = 0;
    for (int i = 0; i < topology->ndims; i++) {
        const int coordinate = wrap(&topology->dims[i], coords[i]);
        if (coordinate < 0) {
            return weft_mpi_error(MPI_ERR_ARG, "coordinate %d is outside dimension %d of %d ranks", coords[i], i,
                                  topology->dims[i].size);
        }
        place = place * topology->dims[i].size + coordinate;
    }
    *rank = place;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_rank)

/* Returns the rank displaced in a dimension, or MPI_PROC_NULL. The stride between neighbours is the product of the
 * sizes of the later dimensions. */
static int neighbour(const struct weft_mpi_topology *topology, int rank, int direction, int displacement)
{
    int stride = 1;
    for (int i = topology->ndims - 1; i > direction; i--) {
        stride *= topology->dims[i].size;
    }
    const int own = rank / stride % topology->dims[direction].size;
    const int other = wrap(&topology->dims[direction], own + displacement);
    return other < 0 ? MPI_PROC_NULL : rank + (other - own) * stride;
}

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, "MPI_Cart_shift", &found));
    const struct weft_mpi_topology *const topology = found->topology;
    if (direction < 0 || direction >= topology->ndims) {
        return weft_mpi_error(MPI_ERR_ARG, "direction %d of %d", direction, topology->ndims);
    }
    *rank_source = neighbour(topology, (int)found->rank, direction, -disp);
    *rank_dest = neighbour(topology, (int)found->rank, direction, disp);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_shift)

/* Ranks with the same coordinates in all removed dimensions form a communicator; these coordinates, as one number, are
 * the colour of the split. */
int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, "MPI_Cart_sub", &found));
    const struct weft_mpi_topology *const topology = found->topology;
    int rest = (int)found->rank;
    int color = 0;
    int colors = 1;
    int remaining = 0;
    for (int i = topology->ndims - 1; i >= 0; i--) {
        const int size = topology->dims[i].size;
        if (remain_dims[i]) {
            remaining++;
        } else {
            color += rest % size * colors;
            colors *= size;
        }
        rest /= size;
    }
    WEFT_TRY(weft_mpi_split(found, color, (int)found->rank, newcomm));
    WEFT_TRY(new_topology(*newcomm, remaining));
    for (int i = topology->ndims - 1; i >= 0; i--) {
        if (remain_dims[i]) {
            (*newcomm)->topology->dims[--remaining] = topology->dims[i];
        }
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_sub)

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, "MPI_Cart_get", &found));
    for (int i = 0; i < found->topology->ndims && i < maxdims; i++) {
        dims[i] = found->topology->dims[i].size;
        periods[i] = found->topology->dims[i].periodic;
    }
    coordinates(found->topology, (int)found->rank, maxdims, coords);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_get)

int PMPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, "MPI_Cartdim_get", &found));
    *ndims = found->topology->ndims;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cartdim_get)

int PMPI_Topo_test(MPI_Comm comm, int *status)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Topo_test", &found));
    *status = found->topology ? MPI_CART : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Topo_test)
