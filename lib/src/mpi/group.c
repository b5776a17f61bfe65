/* Groups (MPI 4.0, section 7.3): lists of ranks of MPI_COMM_WORLD. */
#include "group.h"

static const struct weft_mpi_group empty = {WEFT_MPI_IS_GROUP, 0, 0, MPI_UNDEFINED};

int weft_mpi_group(MPI_Group handle, const char *function, const struct weft_mpi_group **group)
{
    *group = handle == MPI_GROUP_EMPTY ? &empty : handle;
    if (handle == MPI_GROUP_EMPTY || weft_mpi_is(handle, WEFT_MPI_IS_GROUP)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_no(NULL, MPI_ERR_GROUP, function, "group");
}

void weft_mpi_group_release(struct weft_mpi_group *group)
{
    if (group && --group->references == 0) {
        weft_mpi_delete(group);
    }
}

int32_t weft_mpi_group_find(const struct weft_mpi_group *group, int32_t member)
{
    for (int32_t rank = 0; rank < group->size; rank++) {
        if (group->members[rank] == member) {
            return rank;
        }
    }
    return MPI_UNDEFINED;
}

int weft_mpi_group_new(const char *function, int32_t size, const uint8_t *members, struct weft_mpi_group **group)
{
    struct weft_mpi_group *const made = weft_mpi_new((uint32_t)sizeof *made + (uint32_t)size);
    if (!made) {
        return weft_mpi_no_memory(NULL, function);
    }
    *made = (struct weft_mpi_group){.mark = WEFT_MPI_IS_GROUP, .references = 1, .size = size};
    weft_copy(made->members, members, (uint32_t)size);
    made->rank = weft_mpi_group_find(made, weft_self()->rank);
    *group = made;
    return MPI_SUCCESS;
}

/* A list of members as it grows. */
struct members {
    int32_t count;
    uint8_t ranks[WEFT_CORES];
};

static int finish(const char *function, const struct members *members, MPI_Group *newgroup)
{
    if (members->count == 0) {
        *newgroup = MPI_GROUP_EMPTY;
        return MPI_SUCCESS;
    }
    return weft_mpi_group_new(function, members->count, members->ranks, newgroup);
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_group", &found));
    return weft_mpi_group_new("MPI_Comm_group", found->size, found->members, group);
}
WEFT_MPI_NAME(Comm_group)

int PMPI_Group_size(MPI_Group group, int *size)
{
    const struct weft_mpi_group *found;
    WEFT_TRY(weft_mpi_group(group, "MPI_Group_size", &found));
    *size = (int)found->size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_size)

int PMPI_Group_rank(MPI_Group group, int *rank)
{
    const struct weft_mpi_group *found;
    WEFT_TRY(weft_mpi_group(group, "MPI_Group_rank", &found));
    *rank = (int)found->rank;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_rank)

int PMPI_Group_free(MPI_Group *group)
{
    const struct weft_mpi_group *found;
    WEFT_TRY(weft_mpi_group(*group, "MPI_Group_free", &found));
    if (*group != MPI_GROUP_EMPTY) {
        weft_mpi_group_release(*group);
    }
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_free)

/* Adds ranks to a selection, in their order: each exists. */
struct selection {
    const char *function;
    const struct weft_mpi_group *group;
    struct members order;
    bool chosen[WEFT_CORES];
};

static int choose(struct selection *selection, int rank)
{
    const int32_t size = selection->group->size;
    if (rank < 0 || rank >= size || selection->order.count == WEFT_CORES) {
        return weft_mpi_error(NULL, MPI_ERR_RANK, "%s: rank %d is not in the group of %d, or they are too many",
                              selection->function, rank, (int)size);
    }
    selection->chosen[rank] = true;
    selection->order.ranks[selection->order.count++] = selection->group->members[rank];
    return MPI_SUCCESS;
}

static int choose_all(struct selection *selection, int n, const int ranks[])
{
    WEFT_TRY(weft_mpi_check_count(NULL, selection->function, n));
    for (int i = 0; i < n; i++) {
        WEFT_TRY(choose(selection, ranks[i]));
    }
    return MPI_SUCCESS;
}

static int choose_ranges(struct selection *selection, int n, int ranges[][3])
{
    WEFT_TRY(weft_mpi_check_count(NULL, selection->function, n));
    for (int i = 0; i < n; i++) {
        const int last = ranges[i][1];
        const int stride = ranges[i][2];
        if (stride == 0) {
            return weft_mpi_error(NULL, MPI_ERR_ARG, "%s: range %d has a stride of 0", selection->function, i);
        }
        for (int rank = ranges[i][0]; stride > 0 ? rank <= last : rank >= last; rank += stride) {
            WEFT_TRY(choose(selection, rank));
        }
    }
    return MPI_SUCCESS;
}

/* Those that were not chosen, in the order of the group. */
static int finish_excluding(const struct selection *selection, MPI_Group *newgroup)
{
    struct members rest = {.count = 0};
    for (int32_t rank = 0; rank < selection->group->size; rank++) {
        if (!selection->chosen[rank]) {
            rest.ranks[rest.count++] = selection->group->members[rank];
        }
    }
    return finish(selection->function, &rest, newgroup);
}

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    struct selection selection = {.function = "MPI_Group_incl"};
    WEFT_TRY(weft_mpi_group(group, selection.function, &selection.group));
    WEFT_TRY(choose_all(&selection, n, ranks));
    return finish(selection.function, &selection.order, newgroup);
}
WEFT_MPI_NAME(Group_incl)

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    struct selection selection = {.function = "MPI_Group_excl"};
    WEFT_TRY(weft_mpi_group(group, selection.function, &selection.group));
    WEFT_TRY(choose_all(&selection, n, ranks));
    return finish_excluding(&selection, newgroup);
}
WEFT_MPI_NAME(Group_excl)

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    struct selection selection = {.function = "MPI_Group_range_incl"};
    WEFT_TRY(weft_mpi_group(group, selection.function, &selection.group));
    WEFT_TRY(choose_ranges(&selection, n, ranges));
    return finish(selection.function, &selection.order, newgroup);
}
WEFT_MPI_NAME(Group_range_incl)

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    struct selection selection = {.function = "MPI_Group_range_excl"};
    WEFT_TRY(weft_mpi_group(group, selection.function, &selection.group));
    WEFT_TRY(choose_ranges(&selection, n, ranges));
    return finish_excluding(&selection, newgroup);
}
WEFT_MPI_NAME(Group_range_excl)

/* Adds the members of `from` that are, or are not, in `other`. */
static void add(struct members *members, const struct weft_mpi_group *from, const struct weft_mpi_group *other,
                bool in_other)
{
    for (int32_t rank = 0; rank < from->size; rank++) {
        const uint8_t member = from->members[rank];
        if ((weft_mpi_group_find(other, member) != MPI_UNDEFINED) == in_other) {
            members->ranks[members->count++] = member;
        }
    }
}

static int find_two(const char *function, MPI_Group group1, MPI_Group group2, const struct weft_mpi_group **first,
                    const struct weft_mpi_group **second)
{
    WEFT_TRY(weft_mpi_group(group1, function, first));
    return weft_mpi_group(group2, function, second);
}

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    struct members members = {.count = 0};
    const struct weft_mpi_group *first;
    const struct weft_mpi_group *second;
    WEFT_TRY(find_two("MPI_Group_union", group1, group2, &first, &second));
    add(&members, first, first, true);
    add(&members, second, first, false);
    return finish("MPI_Group_union", &members, newgroup);
}
WEFT_MPI_NAME(Group_union)

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    struct members members = {.count = 0};
    const struct weft_mpi_group *first;
    const struct weft_mpi_group *second;
    WEFT_TRY(find_two("MPI_Group_intersection", group1, group2, &first, &second));
    add(&members, first, second, true);
    return finish("MPI_Group_intersection", &members, newgroup);
}
WEFT_MPI_NAME(Group_intersection)

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    struct members members = {.count = 0};
    const struct weft_mpi_group *first;
    const struct weft_mpi_group *second;
    WEFT_TRY(find_two("MPI_Group_difference", group1, group2, &first, &second));
    add(&members, first, second, false);
    return finish("MPI_Group_difference", &members, newgroup);
}
WEFT_MPI_NAME(Group_difference)

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[])
{
    static const char function[] = "MPI_Group_translate_ranks";
    const struct weft_mpi_group *from;
    const struct weft_mpi_group *to;
    WEFT_TRY(find_two(function, group1, group2, &from, &to));
    WEFT_TRY(weft_mpi_check_count(NULL, function, n));
    for (int i = 0; i < n; i++) {
        const int rank = ranks1[i];
        if (rank != MPI_PROC_NULL && (rank < 0 || rank >= from->size)) {
            return weft_mpi_error(NULL, MPI_ERR_RANK, "%s: rank %d of a group of %d", function, rank, (int)from->size);
        }
        ranks2[i] = rank == MPI_PROC_NULL ? MPI_PROC_NULL : (int)weft_mpi_group_find(to, from->members[rank]);
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_translate_ranks)

int weft_mpi_compare(const uint8_t *members1, int32_t size1, const uint8_t *members2, int32_t size2)
{
    int32_t same = 0;
    int32_t common = 0;
    for (int32_t i = 0; i < size1; i++) {
        same += i < size2 && members1[i] == members2[i];
        for (int32_t j = 0; j < size2; j++) {
            common += members1[i] == members2[j];
        }
    }
    if (size1 != size2 || common != size1) {
        return MPI_UNEQUAL;
    }
    return same == size1 ? MPI_IDENT : MPI_SIMILAR;
}

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    const struct weft_mpi_group *first;
    const struct weft_mpi_group *second;
    WEFT_TRY(find_two("MPI_Group_compare", group1, group2, &first, &second));
    *result = weft_mpi_compare(first->members, first->size, second->members, second->size);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_compare)
