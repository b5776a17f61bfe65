/* Inquiry of a status (MPI 4.0, section 3.2.5). */
#include "datatype.h"
#include "transfer.h"

static int check(const char *function, const MPI_Status *status, MPI_Datatype datatype, const int *count)
{
    weft_mpi_enter(function);
    WEFT_TRY(weft_mpi_check_pointer(status));
    WEFT_TRY(weft_mpi_check_pointer(count));
    return weft_mpi_check_type(datatype);
}

static weft_length bytes_of(const MPI_Status *status)
{
    return status->weft_bytes > 0 ? (weft_length)status->weft_bytes : 0;
}

/* A count as the standard returns it: MPI_UNDEFINED if it does not fit into an int. */
static int as_int(weft_length count)
{
    return weft_mpi_is_int(count) ? (int)count : MPI_UNDEFINED;
}

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    WEFT_TRY(check("MPI_Get_count", status, datatype, count));
    const uint32_t size = weft_mpi_size_of(datatype);
    const weft_length bytes = bytes_of(status);
    if (bytes == 0) {
        *count = 0;
    } else {
        *count = size > 0 && bytes % size == 0 ? as_int(bytes / size) : MPI_UNDEFINED;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Get_count)

int PMPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    weft_mpi_enter("MPI_Test_cancelled");
    WEFT_TRY(weft_mpi_check_pointer(flag));
    *flag = status->weft_bytes < 0;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Test_cancelled)

static weft_length count_elements(MPI_Datatype type, uint32_t count, weft_length *bytes);

/* Counts the basic elements in a partial element: block by block, up to the first that is not full. */
static weft_length count_blocks(const struct weft_mpi_datatype *type, weft_length *bytes)
{
    weft_length elements = 0;
    for (int32_t i = 0; i < type->repeat * type->block_count; i++) {
        const struct weft_mpi_block *const block = &type->blocks[i % type->block_count];
        const weft_length before = *bytes;
        elements += count_elements(block->type, (uint32_t)block->count, bytes);
        if (before - *bytes < (weft_length)block->count * weft_mpi_size_of(block->type)) {
            break;
        }
    }
    return elements;
}

/* Returns how many basic elements are in the first `*bytes` bytes of up to `count` elements, and subtracts their size
 * from `*bytes`. A remainder smaller than a basic element is left. */
static weft_length count_elements(MPI_Datatype type, uint32_t count, weft_length *bytes)
{
    struct weft_mpi_shape shape;
    weft_mpi_shape_of(type, &shape);
    const weft_length fitting = shape.size == 0 ? 0 : *bytes / shape.size;
    const weft_length whole = fitting < count ? fitting : count;
    *bytes -= whole * shape.size;
    const bool rest = whole < count && !weft_mpi_is_datatype(type);
    return whole * shape.elements + (rest ? count_blocks(type, bytes) : 0);
}

int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    WEFT_TRY(check("MPI_Get_elements", status, datatype, count));
    weft_length bytes = bytes_of(status);
    const weft_length elements = count_elements(datatype, UINT32_MAX, &bytes);
    *count = bytes == 0 ? as_int(elements) : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Get_elements)
