/* The constructors of derived datatypes, and their end (MPI 4.0, chapter 5). All make the same thing: a
 * list of blocks, repeated (datatype.h). */
#include "datatype.h"

#include <stddef.h>

static WEFT_PER_RANK struct weft_mpi_datatype *made;

/* Frees the types that nobody owns any more; a type that is freed may have been the last owner of others. */
static void sweep(void)
{
    struct weft_mpi_datatype **link = &made;
    while (*link) {
        struct weft_mpi_datatype *const type = *link;
        if (type->references > 0) {
            link = &type->next;
            continue;
        }
        for (int32_t i = 0; i < type->block_count; i++) {
            weft_mpi_own_type(type->blocks[i].type, -1);
        }
        *link = type->next;
        weft_mpi_delete(type);
        link = &made;
    }
}

static MPI_Aint least(MPI_Aint a, MPI_Aint b)
{
    return a < b ? a : b;
}

static MPI_Aint greatest(MPI_Aint a, MPI_Aint b)
{
    return a > b ? a : b;
}

static bool is_dense(MPI_Datatype type)
{
    return weft_mpi_layout(type) == NULL;
}

/* Of a basic type: that of its number, of which a complex one has two. */
static uint32_t alignment_of(MPI_Datatype type)
{
    if (!weft_mpi_is_datatype(type)) {
        return type->alignment;
    }
    const bool complex = ((uintptr_t)type >> 16 & 0xFFu) == WEFT_MPI_COMPLEX;
    return complex ? weft_mpi_size(type) / 2 : weft_mpi_size(type);
}

struct bounds {
    MPI_Aint lower, upper, true_lower, true_upper;
    bool none;
};

static void widen(struct bounds *all, struct bounds one)
{
    if (all->none) {
        *all = one;
        return;
    }
    all->lower = least(all->lower, one.lower);
    all->upper = greatest(all->upper, one.upper);
    all->true_lower = least(all->true_lower, one.true_lower);
    all->true_upper = greatest(all->true_upper, one.true_upper);
}

/* Of `count` elements from `place` on: the first and the last are the outermost. */
static void widen_by(struct bounds *all, MPI_Datatype type, MPI_Aint place, int32_t count)
{
    const bool basic = weft_mpi_is_datatype(type);
    const MPI_Aint extent = weft_mpi_extent(type);
    for (int32_t i = 0; i<count; i += count> 1 ? count - 1 : 1) {
        const MPI_Aint at = place + i * extent;
        widen(all, (struct bounds){
                       .lower = at + (basic ? 0 : type->lower),
                       .upper = at + (basic ? 0 : type->lower) + extent,
                       .true_lower = at + (basic ? 0 : type->true_lower),
                       .true_upper = at + (basic ? extent : type->true_upper),
                   });
    }
}

/* Sets what follows from the blocks; the bytes in one element. */
static uint64_t measure(struct weft_mpi_datatype *type)
{
    struct bounds bounds = {.none = true};
    uint64_t size = 0;
    type->dense = true;
    type->alignment = 1;
    for (int32_t i = 0; i < type->block_count; i++) {
        const struct weft_mpi_block *const block = &type->blocks[i];
        const bool basic = weft_mpi_is_datatype(block->type);
        type->dense = type->dense && is_dense(block->type) && block->place == (MPI_Aint)size;
        size += (uint64_t)block->count * weft_mpi_any_size(block->type);
        type->alignment = (uint32_t)greatest((MPI_Aint)type->alignment, (MPI_Aint)alignment_of(block->type));
        type->elements += (uint32_t)block->count * (basic ? 1 : block->type->elements);
        widen_by(&bounds, block->type, block->place, block->count);
        widen_by(&bounds, block->type, block->place + (type->repeat - 1) * type->stride, block->count);
    }
    type->dense = type->dense && (type->repeat <= 1 || type->stride == (MPI_Aint)size);
    size *= (uint32_t)type->repeat;
    type->size = (uint32_t)size;
    type->elements *= (uint32_t)type->repeat;
    type->lower = bounds.lower;
    type->extent = bounds.upper - bounds.lower;
    type->true_lower = bounds.true_lower;
    type->true_upper = bounds.true_upper;
    type->dense = type->dense && type->lower == 0 && type->extent == (MPI_Aint)type->size;
    return size;
}

/* A type with room for blocks, which are still to be filled in. */
static int new_type(const char *function, int32_t block_count, struct weft_mpi_datatype **type)
{
    const uint32_t bytes = (uint32_t)sizeof **type + (uint32_t)block_count * (uint32_t)sizeof(struct weft_mpi_block);
    sweep();
    *type = weft_mpi_new(bytes);
    if (!*type) {
        return weft_mpi_no_memory(NULL, function);
    }
    **type = (struct weft_mpi_datatype){
        .mark = WEFT_MPI_IS_DATATYPE,
        .references = 1,
        .layout = {weft_mpi_move},
        .repeat = 1,
        .block_count = block_count,
        .blocks = (const struct weft_mpi_block *)(*type + 1),
    };
    return MPI_SUCCESS;
}

/* Blocks without elements are left out. */
static void add_block(struct weft_mpi_datatype *type, int32_t *filled, MPI_Datatype of, int32_t count, MPI_Aint place)
{
    struct weft_mpi_block *const blocks = (struct weft_mpi_block *)(type + 1);
    if (count > 0) {
        blocks[(*filled)++] = (struct weft_mpi_block){of, count, place};
        weft_mpi_own_type(of, 1);
    }
}

static int finish(struct weft_mpi_datatype *type, int32_t filled, MPI_Datatype *newtype)
{
    type->block_count = filled;
    type->next = made;
    made = type;
    if (measure(type) > INT32_MAX) {
        type->references = 0;
        return weft_mpi_error(NULL, MPI_ERR_COUNT, "a datatype of more than 2,147,483,647 bytes");
    }
    *newtype = type;
    return MPI_SUCCESS;
}

int weft_mpi_check_old(const char *function, int count, MPI_Datatype oldtype)
{
    WEFT_TRY(weft_mpi_check_count(NULL, function, count));
    if (!weft_mpi_is_datatype(oldtype) && !weft_mpi_is_derived(oldtype)) {
        return weft_mpi_no(NULL, MPI_ERR_TYPE, function, "datatype");
    }
    return MPI_SUCCESS;
}

static int make_vector(const char *function, int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                       MPI_Datatype *newtype)
{
    struct weft_mpi_datatype *type;
    int32_t filled = 0;
    WEFT_TRY(weft_mpi_check_old(function, count, oldtype));
    WEFT_TRY(weft_mpi_check_count(NULL, function, blocklength));
    WEFT_TRY(new_type(function, 1, &type));
    type->stride = stride;
    type->repeat = count > 0 ? count : 1;
    add_block(type, &filled, oldtype, count > 0 ? blocklength : 0, 0);
    return finish(type, filled, newtype);
}

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return make_vector("MPI_Type_contiguous", 1, count, 0, oldtype, newtype);
}
WEFT_MPI_NAME(Type_contiguous)

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    static const char function[] = "MPI_Type_vector";
    WEFT_TRY(weft_mpi_check_old(function, count, oldtype));
    return make_vector(function, count, blocklength, stride * weft_mpi_extent(oldtype), oldtype, newtype);
}
WEFT_MPI_NAME(Type_vector)

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return make_vector("MPI_Type_create_hvector", count, blocklength, stride, oldtype, newtype);
}
WEFT_MPI_NAME(Type_create_hvector)

/* The arguments of all that list blocks: displacements in elements or in bytes, lengths or one for all, types or one
 * for all; of each pair one is null. */
struct list {
    const char *function;
    const int *lengths;
    int length;
    const int *in_elements;
    const MPI_Aint *in_bytes;
    const MPI_Datatype *types;
    MPI_Datatype type;
};

static int make_list(const struct list *list, int count, MPI_Datatype *newtype)
{
    struct weft_mpi_datatype *type;
    int32_t filled = 0;
    WEFT_TRY(weft_mpi_check_count(NULL, list->function, count));
    for (int i = 0; i < count; i++) {
        WEFT_TRY(weft_mpi_check_old(list->function, list->lengths ? list->lengths[i] : list->length,
                                    list->types ? list->types[i] : list->type));
    }
    WEFT_TRY(new_type(list->function, count, &type));
    for (int i = 0; i < count; i++) {
        const MPI_Datatype of = list->types ? list->types[i] : list->type;
        const MPI_Aint place = list->in_bytes ? list->in_bytes[i] : list->in_elements[i] * weft_mpi_extent(of);
        add_block(type, &filled, of, list->lengths ? list->lengths[i] : list->length, place);
    }
    return finish(type, filled, newtype);
}

int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[],
                      MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct list list = {
        "MPI_Type_indexed", array_of_blocklengths, 0, array_of_displacements, NULL, NULL, oldtype};
    WEFT_TRY(weft_mpi_check_old(list.function, count, oldtype));
    return make_list(&list, count, newtype);
}
WEFT_MPI_NAME(Type_indexed)

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
                              MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct list list = {
        "MPI_Type_create_hindexed", array_of_blocklengths, 0, NULL, array_of_displacements, NULL, oldtype};
    WEFT_TRY(weft_mpi_check_old(list.function, count, oldtype));
    return make_list(&list, count, newtype);
}
WEFT_MPI_NAME(Type_create_hindexed)

int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype,
                                   MPI_Datatype *newtype)
{
    const struct list list = {
        "MPI_Type_create_indexed_block", NULL, blocklength, array_of_displacements, NULL, NULL, oldtype};
    WEFT_TRY(weft_mpi_check_old(list.function, count, oldtype));
    return make_list(&list, count, newtype);
}
WEFT_MPI_NAME(Type_create_indexed_block)

/* As in C, an element ends where the next one may begin. */
int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
                            const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    const struct list list = {"MPI_Type_create_struct", array_of_blocklengths, 0,   NULL,
                              array_of_displacements,   array_of_types,        NULL};
    WEFT_TRY(make_list(&list, count, newtype));
    struct weft_mpi_datatype *const type = *newtype;
    type->extent += (MPI_Aint)(-(uintptr_t)type->extent & (type->alignment - 1));
    type->dense = type->dense && type->extent == (MPI_Aint)type->size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_create_struct)

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype)
{
    WEFT_TRY(make_vector("MPI_Type_create_resized", 1, 1, 0, oldtype, newtype));
    struct weft_mpi_datatype *const type = *newtype;
    type->lower = lb;
    type->extent = extent;
    type->alignment = 1;
    type->dense = type->dense && lb == 0 && extent == (MPI_Aint)type->size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_create_resized)

static int check_subarray(const char *function, int dimension, const int sizes[], const int subsizes[],
                          const int starts[])
{
    const int size = sizes[dimension];
    const int part = subsizes[dimension];
    const int start = starts[dimension];
    if (size < 1 || part < 1 || part > size || start < 0 || start > size - part) {
        return weft_mpi_error(NULL, MPI_ERR_ARG, "%s: dimension %d: %d elements from %d on, of %d", function, dimension,
                              part, start, size);
    }
    return MPI_SUCCESS;
}

/* From the innermost dimension outwards: a vector of what there is so far, `span` bytes apart. */
int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
                              const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    static const char function[] = "MPI_Type_create_subarray";
    WEFT_TRY(weft_mpi_check_old(function, ndims, oldtype));
    if (ndims < 1 || (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)) {
        return weft_mpi_error(NULL, MPI_ERR_ARG, "%s: %d dimensions, order %d", function, ndims, order);
    }
    MPI_Datatype inner = oldtype;
    MPI_Aint span = weft_mpi_extent(oldtype);
    MPI_Aint start = 0;
    for (int i = 0; i < ndims; i++) {
        const int dimension = order == MPI_ORDER_C ? ndims - 1 - i : i;
        MPI_Datatype outer;
        WEFT_TRY(check_subarray(function, dimension, array_of_sizes, array_of_subsizes, array_of_starts));
        WEFT_TRY(make_vector(function, array_of_subsizes[dimension], 1, span, inner, &outer));
        if (inner != oldtype) {
            weft_mpi_own_type(inner, -1);
        }
        inner = outer;
        start += array_of_starts[dimension] * span;
        span *= array_of_sizes[dimension];
    }
    const int one = 1;
    const struct list whole = {function, &one, 0, NULL, &start, NULL, inner};
    WEFT_TRY(make_list(&whole, 1, newtype));
    weft_mpi_own_type(inner, -1);
    (*newtype)->lower = 0;
    (*newtype)->extent = span;
    (*newtype)->dense = (*newtype)->dense && span == (MPI_Aint)(*newtype)->size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_create_subarray)

static bool is_predefined(MPI_Datatype datatype)
{
    return weft_mpi_is_datatype(datatype) || datatype->predefined;
}

/* A copy is the same type with one owner more; of a predefined one, which cannot be freed, a type of one element. */
int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    static const char function[] = "MPI_Type_dup";
    WEFT_TRY(weft_mpi_check_old(function, 0, oldtype));
    if (is_predefined(oldtype)) {
        WEFT_TRY(make_vector(function, 1, 1, 0, oldtype, newtype));
        return PMPI_Type_commit(newtype);
    }
    weft_mpi_own_type(oldtype, 1);
    *newtype = oldtype;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_dup)

int PMPI_Type_commit(MPI_Datatype *datatype)
{
    WEFT_TRY(weft_mpi_check_old("MPI_Type_commit", 0, *datatype));
    if (!weft_mpi_is_datatype(*datatype) && !(*datatype)->committed) {
        (*datatype)->committed = true;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_commit)

int PMPI_Type_free(MPI_Datatype *datatype)
{
    static const char function[] = "MPI_Type_free";
    WEFT_TRY(weft_mpi_check_old(function, 0, *datatype));
    if (is_predefined(*datatype)) {
        return weft_mpi_error(NULL, MPI_ERR_TYPE, "%s: the datatype is predefined", function);
    }
    (*datatype)->references--;
    *datatype = MPI_DATATYPE_NULL;
    sweep();
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_free)
