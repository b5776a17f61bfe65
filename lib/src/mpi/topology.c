/* Cartesian topologies (MPI 4.0, section 8.5). Ranks count through the grid with the last dimension fastest. */
#include "communicator.h"

#include "collective.h"

static int new_topology(const char *function, struct weft_mpi_comm *comm, int ndims, const int dims[],
                        const int periods[]);

static int copy(const struct weft_mpi_comm *from, struct weft_mpi_comm *to)
{
    const struct weft_mpi_topology *const old = from->topology;
    const uint32_t bytes = (uint32_t)(sizeof *old + (uint32_t)old->ndims * sizeof old->dims[0]);
    to->topology = weft_mpi_new(bytes);
    if (!to->topology) {
        return weft_mpi_no_memory(from, "MPI_Comm_dup");
    }
    weft_copy(to->topology, old, bytes);
    return MPI_SUCCESS;
}

/* Gives a communicator the dimensions that are to remain; all of them where `remain` is null. */
static int new_topology(const char *function, struct weft_mpi_comm *comm, int ndims, const int dims[],
                        const int periods[])
{
    struct weft_mpi_topology *const topology =
        weft_mpi_new((uint32_t)(sizeof *topology + (uint32_t)ndims * sizeof topology->dims[0]));
    if (!topology) {
        return weft_mpi_no_memory(comm, function);
    }
    topology->copy = copy;
    topology->ndims = ndims;
    for (int i = 0; i < ndims; i++) {
        topology->dims[i].size = dims[i];
        topology->dims[i].periodic = periods[i] != 0;
    }
    comm->topology = topology;
    return MPI_SUCCESS;
}

static int find(MPI_Comm comm, const char *function, struct weft_mpi_comm **found)
{
    WEFT_TRY(weft_mpi_comm(comm, function, found));
    if (!(*found)->topology) {
        return weft_mpi_error(*found, MPI_ERR_TOPOLOGY, "%s: the communicator has no topology", function);
    }
    return MPI_SUCCESS;
}

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
                     MPI_Comm *comm_cart)
{
    static const char function[] = "MPI_Cart_create";
    struct weft_mpi_comm *found;
    int64_t size = 1;
    (void)reorder;
    WEFT_TRY(weft_mpi_comm(comm_old, function, &found));
    WEFT_TRY(weft_mpi_check_count(found, function, ndims));
    for (int i = 0; i < ndims && size <= found->size; i++) {
        size *= dims[i];
        if (dims[i] < 1) {
            return weft_mpi_error(found, MPI_ERR_DIMS, "%s: dimension %d has %d ranks", function, i, dims[i]);
        }
    }
    if (size > found->size) {
        return weft_mpi_error(found, MPI_ERR_ARG, "%s: the grid has more ranks than the communicator's %d", function,
                              (int)found->size);
    }
    WEFT_TRY(weft_mpi_make_comm(function, found, (int32_t)size, found->members, WEFT_MPI_TAG_CONTEXT, comm_cart));
    return *comm_cart ? new_topology(function, *comm_cart, ndims, dims, periods) : MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_create)

static void coordinates(const struct weft_mpi_topology *topology, int rank, int maxdims, int coords[])
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
    WEFT_TRY(weft_mpi_check_rank(found, "MPI_Cart_coords", rank));
    coordinates(found->topology, rank, maxdims, coords);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_coords)

/* The coordinate on the grid; -1 where there is nothing. */
static int wrap(const struct weft_mpi_dimension *dimension, int coordinate)
{
    const int size = dimension->size;
    const int wrapped = ((coordinate % size) + size) % size;
    return wrapped == coordinate || dimension->periodic ? wrapped : -1;
}

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    static const char function[] = "MPI_Cart_rank";
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, function, &found));
    const struct weft_mpi_topology *const topology = found->topology;
    int place = 0;
    for (int i = 0; i < topology->ndims; i++) {
        const int coordinate = wrap(&topology->dims[i], coords[i]);
        if (coordinate < 0) {
            return weft_mpi_error(found, MPI_ERR_ARG, "%s: coordinate %d is outside dimension %d of %d ranks", function,
                                  coords[i], i, topology->dims[i].size);
        }
        place = place * topology->dims[i].size + coordinate;
    }
    *rank = place;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_rank)

/* Ranks that lie next to each other in a dimension are as far apart as the later dimensions have ranks. */
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
    static const char function[] = "MPI_Cart_shift";
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, function, &found));
    if (direction < 0 || direction >= found->topology->ndims) {
        return weft_mpi_error(found, MPI_ERR_ARG, "%s: direction %d of %d", function, direction,
                              found->topology->ndims);
    }
    *rank_source = neighbour(found->topology, (int)found->rank, direction, -disp);
    *rank_dest = neighbour(found->topology, (int)found->rank, direction, disp);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cart_shift)

/* Ranks that agree in the dimensions that go are together; the number of these coordinates is their colour. */
int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    static const char function[] = "MPI_Cart_sub";
    struct weft_mpi_comm *found;
    WEFT_TRY(find(comm, function, &found));
    const struct weft_mpi_topology *const topology = found->topology;
    int coords[32];
    int dims[32];
    int periods[32];
    int color = 0;
    int remaining = 0;
    if (topology->ndims > 32) {
        return weft_mpi_error(found, MPI_ERR_DIMS, "%s: more than 32 dimensions", function);
    }
    coordinates(topology, (int)found->rank, 32, coords);
    for (int i = 0; i < topology->ndims; i++) {
        if (remain_dims[i]) {
            dims[remaining] = topology->dims[i].size;
            periods[remaining++] = topology->dims[i].periodic;
        } else {
            color = color * topology->dims[i].size + coords[i];
        }
    }
    WEFT_TRY(PMPI_Comm_split(comm, color, (int)found->rank, newcomm));
    return new_topology(function, *newcomm, remaining, dims, periods);
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
