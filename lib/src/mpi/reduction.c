/* See reduction.h; and MPI_Reduce_local, which is nothing but the operation. */
#include "reduction.h"

static WEFT_PER_RANK _Alignas(16) uint8_t space[2][WEFT_MPI_PIECE];

static bool is_user_op(MPI_Op op)
{
    return weft_mpi_is(op, WEFT_MPI_IS_OP);
}

static MPI_Aint true_lower(MPI_Datatype type)
{
    return weft_mpi_is_datatype(type) ? 0 : type->true_lower;
}

/* Bytes from the first to behind the last of one element. */
static MPI_Aint span(MPI_Datatype type)
{
    return weft_mpi_is_datatype(type) ? (MPI_Aint)weft_mpi_size(type) : type->true_upper - type->true_lower;
}

static int pieces_of(MPI_Datatype type)
{
    const MPI_Aint extent = weft_mpi_extent(type);
    const MPI_Aint rest = (MPI_Aint)WEFT_MPI_PIECE - span(type);
    return rest < 0 ? 0 : extent <= 0 ? 1 : (int)(1 + rest / extent);
}

int weft_mpi_check_reduction(struct weft_mpi_reduction *reduction, MPI_Datatype type)
{
    const struct weft_mpi_collective *const collective = &reduction->collective;
    WEFT_TRY(weft_mpi_check_type(collective->comm, collective->function, type));
    const bool predefined = (uintptr_t)reduction->op >> 24 == 0x53u;
    if (!is_user_op(reduction->op) && !(predefined && reduction->kernel(reduction->op, NULL, NULL, 0, type))) {
        return weft_mpi_error(collective->comm, MPI_ERR_OP,
                              "%s: the operation does not exist, or not for this datatype", collective->function);
    }
    reduction->type = type;
    reduction->piece = pieces_of(type);
    if (reduction->piece == 0) {
        return weft_mpi_error(collective->comm, MPI_ERR_NO_MEM,
                              "%s: an element of %d bytes: build with larger WEFT_MPI_PIECE", collective->function,
                              (int)span(type));
    }
    return MPI_SUCCESS;
}

int weft_mpi_check_operands(const struct weft_mpi_reduction *reduction, const void *own, const void *result, int count)
{
    const struct weft_mpi_collective *const collective = &reduction->collective;
    struct weft_mpi_data data;
    WEFT_TRY(weft_mpi_check_data(collective->comm, collective->function, own, count, reduction->type, &data));
    if (result) {
        WEFT_TRY(weft_mpi_check_data(collective->comm, collective->function, result, count, reduction->type, &data));
    }
    return MPI_SUCCESS;
}

void weft_mpi_apply(const struct weft_mpi_reduction *reduction, const void *lower, void *higher, int count)
{
    if (is_user_op(reduction->op)) {
        int length = count;
        MPI_Datatype type = reduction->type;
        reduction->op->function((void *)(uintptr_t)lower, higher, &length, &type);
    } else {
        reduction->kernel(reduction->op, lower, higher, count, reduction->type);
    }
}

uint8_t *weft_mpi_operand(const struct weft_mpi_reduction *reduction, const void *buffer, int index)
{
    return weft_mpi_element(buffer, reduction->type, index);
}

struct weft_mpi_data weft_mpi_operands(const struct weft_mpi_reduction *reduction, const void *first, int count)
{
    return (struct weft_mpi_data){
        .buffer = (void *)(uintptr_t)first,
        .layout = weft_mpi_layout(reduction->type),
        .bytes = (uint32_t)count * weft_mpi_any_size(reduction->type),
    };
}

void weft_mpi_copy_operands(const struct weft_mpi_reduction *reduction, const void *from, void *to, int count)
{
    const struct weft_mpi_data out = weft_mpi_operands(reduction, from, count);
    const struct weft_mpi_data in = weft_mpi_operands(reduction, to, count);
    if (from != to) {
        (void)weft_mpi_copy(&reduction->collective, &out, &in);
    }
}

uint8_t *weft_mpi_space(const struct weft_mpi_reduction *reduction, int number)
{
    return space[number] - true_lower(reduction->type);
}

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)
{
    struct weft_mpi_reduction reduction = {
        .collective = {.comm = &weft_mpi_world, .function = "MPI_Reduce_local"},
        .kernel = weft_mpi_kernel_any,
        .op = op,
    };
    WEFT_TRY(weft_mpi_check_reduction(&reduction, datatype));
    WEFT_TRY(weft_mpi_check_operands(&reduction, inbuf, inoutbuf, count));
    weft_mpi_apply(&reduction, inbuf, inoutbuf, count);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Reduce_local)
