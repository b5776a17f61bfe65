/* Constructors and destructor of derived datatypes (MPI 4.0, chapter 5). Every constructor makes the same structure, a
 * repeated list of blocks (datatype.h). */
#include "datatype.h"

#include <stddef.h>

static MPI_Aint least(MPI_Aint a, MPI_Aint b)
{
    return a < b ? a : b;
}

static MPI_Aint greatest(MPI_Aint a, MPI_Aint b)
{
    return a > b ? a : b;
}

/* The alignment of a basic type is its size; that of a complex type is the size of its real part. */
void weft_mpi_shape_of(MPI_Datatype datatype, struct weft_mpi_shape *shape)
{
    if (!weft_mpi_is_datatype(datatype)) {
        *shape = datatype->shape;
        return;
    }
    const uint32_t size = weft_mpi_size(datatype);
    const bool complex = ((uintptr_t)datatype >> 16 & 0xFFu) == WEFT_MPI_COMPLEX;
    *shape = (struct weft_mpi_shape){
        .size = size,
        .elements = 1,
        .alignment = complex ? size / 2 : size,
        .extent = (MPI_Aint)size,
        .true_extent = (MPI_Aint)size,
    };
}

static int check_old(MPI_Datatype datatype)
{
    const bool exists = weft_mpi_is_datatype(datatype) || weft_mpi_is(datatype, WEFT_MPI_IS_DATATYPE);
    return exists ? MPI_SUCCESS : weft_mpi_no(WEFT_MPI_IS_DATATYPE);
}

int weft_mpi_find_shape(const char *function, MPI_Datatype datatype, struct weft_mpi_shape *shape)
{
    weft_mpi_enter(function);
    WEFT_TRY(check_old(datatype));
    weft_mpi_shape_of(datatype, shape);
    return MPI_SUCCESS;
}

/* Sets lower bound and extent: the last step of every constructor. */
static void place(struct weft_mpi_datatype *type, MPI_Aint lower, MPI_Aint extent)
{
    type->shape.lower = lower;
    type->shape.extent = extent;
    type->dense = type->dense && lower == 0 && extent == (MPI_Aint)type->shape.size;
}

/* Computes the shape from the blocks; returns the bytes of data in an element, in 64 bits. Over the elements of a block
 * and its repetitions, the bounds are reached by the first or the last. */
static uint64_t measure(struct weft_mpi_datatype *type)
{
    struct weft_mpi_shape *const whole = &type->shape;
    const MPI_Aint beyond = type->block_count > 0 ? INTPTR_MAX : 0;
    MPI_Aint upper = -beyond;
    MPI_Aint true_upper = -beyond;
    uint64_t size = 0;
    whole->lower = beyond;
    whole->true_lower = beyond;
    whole->alignment = 1;
    type->dense = true;
    for (int32_t i = 0; i < type->block_count; i++) {
        const struct weft_mpi_block *const block = &type->blocks[i];
        struct weft_mpi_shape one;
        weft_mpi_shape_of(block->type, &one);
        const MPI_Aint along = (block->count - 1) * one.extent;
        const MPI_Aint across = (type->repeat - 1) * type->stride;
        const MPI_Aint first = block->place + least(along, 0) + least(across, 0);
        const MPI_Aint last = block->place + greatest(along, 0) + greatest(across, 0);
        type->dense = type->dense && weft_mpi_layout(block->type) == NULL && block->place == (MPI_Aint)size;
        size += (uint64_t)block->count * one.size;
        whole->elements += (uint32_t)block->count * one.elements;
        whole->alignment = (uint32_t)greatest((MPI_Aint)whole->alignment, (MPI_Aint)one.alignment);
        whole->lower = least(whole->lower, first + one.lower);
        upper = greatest(upper, last + one.lower + one.extent);
        whole->true_lower = least(whole->true_lower, first + one.true_lower);
        true_upper = greatest(true_upper, last + one.true_lower + one.true_extent);
    }
    type->dense = type->dense && (type->repeat == 1 || type->stride == (MPI_Aint)size);
    size *= (uint32_t)type->repeat;
    whole->size = (uint32_t)size;
    whole->elements *= (uint32_t)type->repeat;
    whole->true_extent = true_upper - whole->true_lower;
    place(type, whole->lower, upper - whole->lower);
    return size;
}

static void end(void *object)
{
    const struct weft_mpi_datatype *const type = object;
    for (int32_t i = 0; i < type->block_count; i++) {
        weft_mpi_release(weft_mpi_owned(type->blocks[i].type));
    }
}

/* The arguments of a constructor: lengths, or one for all blocks; displacements in elements or in bytes, or none;
 * types, or one for all blocks. */
struct list {
    const int *lengths;
    int length;
    const int *in_elements;
    const MPI_Aint *in_bytes;
    const MPI_Datatype *types;
    MPI_Datatype type;
    int repeat;
    MPI_Aint stride;
};

static struct weft_mpi_block block_of(const struct list *list, int i)
{
    const MPI_Datatype type = list->types ? list->types[i] : list->type;
    return (struct weft_mpi_block){
        .type = type,
        .count = list->lengths ? list->lengths[i] : list->length,
        .place = list->in_elements ? list->in_elements[i] * weft_mpi_extent(type)
                 : list->in_bytes  ? list->in_bytes[i]
                                   : 0,
    };
}

/* Adds a block, unless it has no elements, to the array after the type, which has room for it. */
static int add_block(struct weft_mpi_datatype *type, const struct list *list, int i)
{
    struct weft_mpi_block *const blocks = (struct weft_mpi_block *)(type + 1);
    WEFT_TRY(check_old(list->types ? list->types[i] : list->type));
    const struct weft_mpi_block block = block_of(list, i);
    WEFT_TRY(weft_mpi_check_count(block.count));
    if (block.count > 0) {
        blocks[type->block_count++] = block;
        weft_mpi_share(weft_mpi_owned(block.type));
    }
    return MPI_SUCCESS;
}

static int fill(struct weft_mpi_datatype *type, const struct list *list, int count)
{
    WEFT_TRY(list->types ? MPI_SUCCESS : check_old(list->type));
    for (int i = 0; i < count; i++) {
        WEFT_TRY(add_block(type, list, i));
    }
    return measure(type) <= INT32_MAX ? MPI_SUCCESS
                                      : weft_mpi_error(MPI_ERR_COUNT, "a datatype of more than 2,147,483,647 bytes");
}

static int make(const struct list *list, int count, MPI_Datatype *newtype)
{
    WEFT_TRY(weft_mpi_check_count(count));
    const uint32_t bytes = (uint32_t)(sizeof **newtype + (uint32_t)count * sizeof(struct weft_mpi_block));
    struct weft_mpi_datatype *const type = weft_mpi_new_object(bytes, WEFT_MPI_IS_DATATYPE);
    if (!type) {
        return MPI_ERR_NO_MEM;
    }
    type->object.end = end;
    type->layout.move = weft_mpi_move;
    type->repeat = list->repeat > 0 ? list->repeat : 1;
    type->stride = list->stride;
    type->blocks = (const struct weft_mpi_block *)(type + 1);
    const int error = fill(type, list, count);
    if (error != MPI_SUCCESS) {
        weft_mpi_release(type);
        return error;
    }
    *newtype = type;
    return MPI_SUCCESS;
}

/* A vector of count 0 is a type without blocks. */
static int make_vector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct list list = {
        .length = blocklength,
        .type = oldtype,
        .repeat = count,
        .stride = stride,
    };
    WEFT_TRY(weft_mpi_check_count(count));
    WEFT_TRY(weft_mpi_check_count(blocklength));
    return make(&list, count > 0, newtype);
}

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    weft_mpi_enter("MPI_Type_contiguous");
    return make_vector(1, count, 0, oldtype, newtype);
}
WEFT_MPI_NAME(Type_contiguous)

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    weft_mpi_enter("MPI_Type_vector");
    WEFT_TRY(check_old(oldtype));
    return make_vector(count, blocklength, stride * weft_mpi_extent(oldtype), oldtype, newtype);
}
WEFT_MPI_NAME(Type_vector)

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    weft_mpi_enter("MPI_Type_create_hvector");
    return make_vector(count, blocklength, stride, oldtype, newtype);
}
WEFT_MPI_NAME(Type_create_hvector)

int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[],
                      MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct list list = {.lengths = array_of_blocklengths, .in_elements = array_of_displacements, .type = oldtype};
    weft_mpi_enter("MPI_Type_indexed");
    return make(&list, count, newtype);
}
WEFT_MPI_NAME(Type_indexed)

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
                              MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct list list = {.lengths = array_of_blocklengths, .in_bytes = array_of_displacements, .type = oldtype};
    weft_mpi_enter("MPI_Type_create_hindexed");
    return make(&list, count, newtype);
}
WEFT_MPI_NAME(Type_create_hindexed)

int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype,
                                   MPI_Datatype *newtype)
{
    const struct list list = {.length = blocklength, .in_elements = array_of_displacements, .type = oldtype};
    weft_mpi_enter("MPI_Type_create_indexed_block");
    return make(&list, count, newtype);
}
WEFT_MPI_NAME(Type_create_indexed_block)

/* As in C, the extent is padded to the alignment. With count 0 the arrays may be null pointers. */
int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
                            const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    const struct list list = {
        .lengths = array_of_blocklengths,
        .in_bytes = array_of_displacements,
        .types = array_of_types,
        .type = count == 0 ? MPI_BYTE : MPI_DATATYPE_NULL,
    };
    weft_mpi_enter("MPI_Type_create_struct");
    WEFT_TRY(make(&list, count, newtype));
    const struct weft_mpi_shape *const shape = &(*newtype)->shape;
    const uintptr_t padding = -(uintptr_t)shape->extent & (shape->alignment - 1);
    place(*newtype, shape->lower, shape->extent + (MPI_Aint)padding);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_create_struct)

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype)
{
    weft_mpi_enter("MPI_Type_create_resized");
    WEFT_TRY(make_vector(1, 1, 0, oldtype, newtype));
    (*newtype)->shape.alignment = 1;
    place(*newtype, lb, extent);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_create_resized)

/* Builds the type from the innermost dimension outwards: in each dimension, a vector of the type so far, `span` bytes
 * apart. */
int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
                              const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    weft_mpi_enter("MPI_Type_create_subarray");
    WEFT_TRY(check_old(oldtype));
    if (ndims < 1 || (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)) {
        return weft_mpi_error(MPI_ERR_ARG, "%d dimensions, order %d", ndims, order);
    }
    MPI_Datatype inner = oldtype;
    MPI_Aint span = weft_mpi_extent(oldtype);
    MPI_Aint place_of_first = 0;
    weft_mpi_share(weft_mpi_owned(oldtype));
    for (int i = 0; i < ndims; i++) {
        const int dimension = order == MPI_ORDER_C ? ndims - 1 - i : i;
        const int size = array_of_sizes[dimension];
        const int part = array_of_subsizes[dimension];
        const int start = array_of_starts[dimension];
        const MPI_Datatype used = inner;
        int error;
        if (size < 1 || part < 1 || part > size || start < 0 || start > size - part) {
            error = weft_mpi_error(MPI_ERR_ARG, "dimension %d: %d elements from %d on, of %d", dimension, part, start,
                                   size);
        } else {
            error = make_vector(part, 1, span, used, &inner);
        }
        weft_mpi_release(weft_mpi_owned(used));
        WEFT_TRY(error);
        place_of_first += start * span;
        span *= size;
    }
    const struct list whole = {.length = 1, .in_bytes = &place_of_first, .type = inner};
    const int error = make(&whole, 1, newtype);
    weft_mpi_release(inner);
    WEFT_TRY(error);
    place(*newtype, 0, span);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_create_subarray)

/* A copy of a derived type is the same object with one more reference; a copy of a predefined type, which cannot be
 * freed, is a new type of one element. */
int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    weft_mpi_enter("MPI_Type_dup");
    WEFT_TRY(check_old(oldtype));
    if (weft_mpi_owned(oldtype)) {
        weft_mpi_share(oldtype);
        *newtype = oldtype;
        return MPI_SUCCESS;
    }
    WEFT_TRY(make_vector(1, 1, 0, oldtype, newtype));
    (*newtype)->committed = true;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_dup)

int PMPI_Type_commit(MPI_Datatype *datatype)
{
    weft_mpi_enter("MPI_Type_commit");
    WEFT_TRY(check_old(*datatype));
    if (weft_mpi_owned(*datatype)) {
        (*datatype)->committed = true;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_commit)

int PMPI_Type_free(MPI_Datatype *datatype)
{
    weft_mpi_enter("MPI_Type_free");
    WEFT_TRY(check_old(*datatype));
    if (!weft_mpi_owned(*datatype)) {
        return weft_mpi_error(MPI_ERR_TYPE, "the datatype is predefined");
    }
    weft_mpi_release(*datatype);
    *datatype = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_free)
