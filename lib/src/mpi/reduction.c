/* See reduction.h. Also MPI_Reduce_local, which only applies the operation. */
#include "reduction.h"

static int pieces_of(const struct weft_mpi_shape *shape)
{
    const MPI_Aint rest = (MPI_Aint)WEFT_MPI_PIECE - shape->true_extent;
    return rest < 0 ? 0 : shape->extent <= 0 ? 1 : (int)(1 + rest / shape->extent);
}

#if WEFT_GROWS
static WEFT_PER_RANK struct {
    uint8_t *bytes;
    size_t room;
} space[2];

/* Enlarges a space to at least `bytes`; it is kept for later reductions. */
static int extend(int number, size_t bytes)
{
    if (space[number].room < bytes) {
        weft_mpi_delete(space[number].bytes);
        space[number].room = 0;
        space[number].bytes = weft_mpi_new(bytes);
        if (!space[number].bytes) {
            return MPI_ERR_NO_MEM;
        }
        space[number].room = bytes;
    }
    return MPI_SUCCESS;
}

/* An element that is longer than WEFT_MPI_PIECE is a piece by itself. */
static int see_to_space(struct weft_mpi_reduction *reduction)
{
    const size_t element = (size_t)reduction->shape.true_extent;
    const size_t bytes = reduction->piece > 0 ? WEFT_MPI_PIECE : element;
    reduction->piece = reduction->piece > 0 ? reduction->piece : 1;
    WEFT_TRY(extend(0, bytes));
    return extend(1, bytes);
}

static uint8_t *space_of(int number)
{
    return space[number].bytes;
}
#else
static WEFT_PER_RANK _Alignas(16) uint8_t space[2][WEFT_MPI_PIECE];

static int see_to_space(const struct weft_mpi_reduction *reduction)
{
    if (reduction->piece == 0) {
        return weft_mpi_error(MPI_ERR_NO_MEM, "an element of %d bytes: build with larger WEFT_MPI_PIECE",
                              (int)reduction->shape.true_extent);
    }
    return MPI_SUCCESS;
}

static uint8_t *space_of(int number)
{
    return space[number];
}
#endif

int weft_mpi_begin_reduction(struct weft_mpi_reduction *reduction, const char *function, MPI_Comm comm)
{
    const MPI_Op op = reduction->op;
    WEFT_TRY(weft_mpi_comm(comm, function, &reduction->comm));
    WEFT_TRY(weft_mpi_check_type(reduction->type));
    reduction->is_users = weft_mpi_is(op, WEFT_MPI_IS_OP);
    if (!reduction->is_users && !weft_mpi_is_legal(op, reduction->type)) {
        return weft_mpi_error(MPI_ERR_OP, "the operation does not exist, or not for this datatype");
    }
    weft_mpi_shape_of(reduction->type, &reduction->shape);
    reduction->piece = pieces_of(&reduction->shape);
    return see_to_space(reduction);
}

int weft_mpi_check_operands(struct weft_mpi_reduction *reduction, bool may_be_in_place, bool writes)
{
    struct weft_mpi_data data;
    if (may_be_in_place && reduction->own == MPI_IN_PLACE) {
        reduction->own = reduction->result;
    }
    WEFT_TRY(weft_mpi_check_data(reduction->own, reduction->count, reduction->type, &data));
    return writes ? weft_mpi_check_data(reduction->result, reduction->count, reduction->type, &data) : MPI_SUCCESS;
}

/* A user-defined operation may make MPI calls. */
static void apply_users(const struct weft_mpi_reduction *reduction, const void *lower, void *higher, int count)
{
    const struct weft_mpi_call call = weft_mpi_call;
    MPI_Datatype type = reduction->type;
    reduction->op->function((void *)(uintptr_t)lower, higher, &count, &type);
    weft_mpi_call = call;
}

/* In a library compiled for size, kernels process one element at a time. */
void weft_mpi_apply(const struct weft_mpi_reduction *reduction, const void *lower, void *higher, int count)
{
    const int together = WEFT_SMALL ? 1 : count;
    if (reduction->is_users) {
        apply_users(reduction, lower, higher, count);
        return;
    }
    for (; count > 0; count -= together) {
        reduction->kernel(reduction->op, lower, higher, together, reduction->type);
        lower = (const uint8_t *)lower + reduction->shape.extent;
        higher = (uint8_t *)higher + reduction->shape.extent;
    }
}

struct weft_mpi_data weft_mpi_operands(const struct weft_mpi_reduction *reduction, const void *first, int count)
{
    return (struct weft_mpi_data){
        .buffer = (void *)(uintptr_t)first,
        .layout = weft_mpi_layout(reduction->type),
        .bytes = (weft_length)count * reduction->shape.size,
    };
}

uint8_t *weft_mpi_space(const struct weft_mpi_reduction *reduction, int number)
{
    return space_of(number) - reduction->shape.true_lower;
}

static void copy(const struct weft_mpi_reduction *reduction, const void *from, void *to, int count)
{
    if (!WEFT_SMALL && !weft_mpi_layout(reduction->type)) {
        weft_copy(to, from, (weft_length)count * reduction->shape.size);
        return;
    }
    const struct weft_mpi_data out = weft_mpi_operands(reduction, from, count);
    const struct weft_mpi_data in = weft_mpi_operands(reduction, to, count);
    (void)weft_mpi_copy(&out, &in);
}

int weft_mpi_in_pieces(const struct weft_mpi_reduction *reduction, const void *own, void *result, int count,
                       weft_mpi_step *step)
{
    int error = MPI_SUCCESS;
    MPI_Aint place = 0;
    for (int left = count; left > 0; left -= reduction->piece) {
        const int length = left < reduction->piece ? left : reduction->piece;
        uint8_t *mine = (uint8_t *)(uintptr_t)own + place;
        if (!WEFT_MPI_READS_ONLY || !reduction->reads_only) {
            mine = weft_mpi_space(reduction, 0);
            copy(reduction, (const uint8_t *)own + place, mine, length);
        }
        error = weft_mpi_first_error(error, step(reduction, &mine, length));
        if (result && (!WEFT_MPI_READS_ONLY || mine != (uint8_t *)result + place)) {
            copy(reduction, mine, (uint8_t *)result + place, length);
        }
        place += length * reduction->shape.extent;
    }
    return error;
}

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)
{
    struct weft_mpi_reduction reduction = {
        .own = inbuf,
        .result = inoutbuf,
        .count = count,
        .type = datatype,
        .op = op,
        .kernel = weft_mpi_kernel_any,
    };
    WEFT_TRY(weft_mpi_begin_reduction(&reduction, "MPI_Reduce_local", MPI_COMM_WORLD));
    WEFT_TRY(weft_mpi_check_operands(&reduction, false, true));
    weft_mpi_apply(&reduction, inbuf, inoutbuf, count);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Reduce_local)
