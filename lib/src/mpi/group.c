/* Groups (MPI 4.0, section 7.3): lists of ranks of MPI_COMM_WORLD. */
#include "group.h"

static const struct weft_mpi_group empty = {.rank = MPI_UNDEFINED};

int weft_mpi_group(MPI_Group handle, const struct weft_mpi_group **group)
{
    *group = handle == MPI_GROUP_EMPTY ? &empty : handle;
    return *group == &empty || weft_mpi_is(handle, WEFT_MPI_IS_GROUP) ? MPI_SUCCESS : weft_mpi_no(WEFT_MPI_IS_GROUP);
}

static int find(const char *function, MPI_Group handle, const struct weft_mpi_group **group)
{
    weft_mpi_enter(function);
    return weft_mpi_group(handle, group);
}

static int find_two(const char *function, MPI_Group group1, MPI_Group group2, const struct weft_mpi_group **first,
                    const struct weft_mpi_group **second)
{
    WEFT_TRY(find(function, group1, first));
    return weft_mpi_group(group2, second);
}

int32_t weft_mpi_find_member(const weft_rank *members, int32_t size, int32_t member)
{
    for (int32_t rank = 0; rank < size; rank++) {
        if (members[rank] == member) {
            return rank;
        }
    }
    return MPI_UNDEFINED;
}

int weft_mpi_group_new(int32_t size, const weft_rank *members, struct weft_mpi_group **group)
{
    const uint32_t bytes = (uint32_t)size * (uint32_t)sizeof *members;
    struct weft_mpi_group *const made = weft_mpi_new_object((uint32_t)sizeof *made + bytes, WEFT_MPI_IS_GROUP);
    if (!made) {
        return MPI_ERR_NO_MEM;
    }
    made->size = size;
    weft_copy(made->members, members, bytes);
    made->rank = weft_mpi_find_member(members, size, weft_self()->rank);
    *group = made;
    return MPI_SUCCESS;
}

/* A list of members under construction. */
struct members {
    int32_t count;
    weft_rank ranks[WEFT_CORES];
};

static int finish(const struct members *members, MPI_Group *newgroup)
{
    *newgroup = MPI_GROUP_EMPTY;
    return members->count == 0 ? MPI_SUCCESS : weft_mpi_group_new(members->count, members->ranks, newgroup);
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_group", &found));
    WEFT_TRY(weft_mpi_check_result(group));
    return weft_mpi_group_new(found->size, found->members, group);
}
WEFT_MPI_NAME(Comm_group)

int PMPI_Group_size(MPI_Group group, int *size)
{
    const struct weft_mpi_group *found;
    WEFT_TRY(find("MPI_Group_size", group, &found));
    WEFT_TRY(weft_mpi_check_result(size));
    *size = (int)found->size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_size)

int PMPI_Group_rank(MPI_Group group, int *rank)
{
    const struct weft_mpi_group *found;
    WEFT_TRY(find("MPI_Group_rank", group, &found));
    WEFT_TRY(weft_mpi_check_result(rank));
    *rank = (int)found->rank;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_rank)

int PMPI_Group_free(MPI_Group *group)
{
    const struct weft_mpi_group *found;
    WEFT_TRY(find("MPI_Group_free", *group, &found));
    weft_mpi_release(*group);
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_free)

/* Describes a function that selects members by rank. */
struct selection {
    const char *function;
    int width; /* ints for each item of the list: 1 (a rank), or 3 (first rank, last rank, stride) */
    bool excludes;
};

/* Appends the members with ranks `first` to `last` to the selected ones, after checking that each rank exists. */
static int choose(const struct weft_mpi_group *group, int first, int last, int stride, struct members *selected)
{
    if (stride == 0) {
        return weft_mpi_error(MPI_ERR_ARG, "a range from %d to %d has a stride of 0", first, last);
    }
    for (int rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
        if (rank < 0 || rank >= group->size || selected->count == WEFT_CORES) {
            return weft_mpi_error(MPI_ERR_RANK, "rank %d is not in the group of %d, or they are too many", rank,
                                  (int)group->size);
        }
        selected->ranks[selected->count++] = group->members[rank];
    }
    return MPI_SUCCESS;
}

static int select(MPI_Group handle, int n, const int *list, MPI_Group *newgroup, const struct selection *selection)
{
    const struct weft_mpi_group *group;
    struct members selected = {.count = 0};
    struct members others = {.count = 0};
    WEFT_TRY(find(selection->function, handle, &group));
    WEFT_TRY(weft_mpi_check_count(n));
    for (; n > 0; n--, list += selection->width) {
        const bool range = selection->width > 1;
        WEFT_TRY(choose(group, list[0], range ? list[1] : list[0], range ? list[2] : 1, &selected));
    }
    for (int32_t rank = 0; rank < group->size; rank++) {
        const weft_rank member = group->members[rank];
        if (weft_mpi_find_member(selected.ranks, selected.count, member) == MPI_UNDEFINED) {
            others.ranks[others.count++] = member;
        }
    }
    return finish(selection->excludes ? &others : &selected, newgroup);
}

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    static const struct selection selection = {"MPI_Group_incl", 1, false};
    return select(group, n, ranks, newgroup, &selection);
}
WEFT_MPI_NAME(Group_incl)

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    static const struct selection selection = {"MPI_Group_excl", 1, true};
    return select(group, n, ranks, newgroup, &selection);
}
WEFT_MPI_NAME(Group_excl)

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    static const struct selection selection = {"MPI_Group_range_incl", 3, false};
    return select(group, n, &ranges[0][0], newgroup, &selection);
}
WEFT_MPI_NAME(Group_range_incl)

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    static const struct selection selection = {"MPI_Group_range_excl", 3, true};
    return select(group, n, &ranges[0][0], newgroup, &selection);
}
WEFT_MPI_NAME(Group_range_excl)

/* Describes a function that combines two groups: whether the result has the common members, and those in only the first
 * or only the second group. */
struct combination {
    const char *function;
    bool takes_common;
    bool takes_others[2];
};

/* Appends the members wanted of the first group, then those of the second. */
static int combine(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup, const struct combination *combination)
{
    struct members members = {.count = 0};
    const struct weft_mpi_group *from;
    const struct weft_mpi_group *other;
    WEFT_TRY(find_two(combination->function, group1, group2, &from, &other));
    for (int number = 0; number < 2; number++) {
        for (int32_t rank = 0; rank < from->size; rank++) {
            const weft_rank member = from->members[rank];
            const bool common = weft_mpi_find_member(other->members, other->size, member) != MPI_UNDEFINED;
            if (common ? combination->takes_common && number == 0 : combination->takes_others[number]) {
                members.ranks[members.count++] = member;
            }
        }
        const struct weft_mpi_group *const first = from;
        from = other;
        other = first;
    }
    return finish(&members, newgroup);
}

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    static const struct combination combination = {"MPI_Group_union", true, {true, true}};
    return combine(group1, group2, newgroup, &combination);
}
WEFT_MPI_NAME(Group_union)

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    static const struct combination combination = {"MPI_Group_intersection", true, {false, false}};
    return combine(group1, group2, newgroup, &combination);
}
WEFT_MPI_NAME(Group_intersection)

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    static const struct combination combination = {"MPI_Group_difference", false, {true, false}};
    return combine(group1, group2, newgroup, &combination);
}
WEFT_MPI_NAME(Group_difference)

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[])
{
    const struct weft_mpi_group *from;
    const struct weft_mpi_group *to;
    WEFT_TRY(find_two("MPI_Group_translate_ranks", group1, group2, &from, &to));
    WEFT_TRY(weft_mpi_check_count(n));
    for (int i = 0; i < n; i++) {
        const int rank = ranks1[i];
        ranks2[i] = MPI_PROC_NULL;
        if (rank == MPI_PROC_NULL) {
            continue;
        }
        if (rank < 0 || rank >= from->size) {
            return weft_mpi_error(MPI_ERR_RANK, "rank %d of a group of %d", rank, (int)from->size);
        }
        ranks2[i] = (int)weft_mpi_find_member(to->members, to->size, from->members[rank]);
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Group_translate_ranks)

int weft_mpi_compare(const weft_rank *members1, int32_t size1, const weft_rank *members2, int32_t size2)
{
    int32_t same = 0;
    int32_t common = 0;
    for (int32_t i = 0; i < size1; i++) {
        const int32_t place = weft_mpi_find_member(members2, size2, members1[i]);
        same += place == i;
        common += place != MPI_UNDEFINED;
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
