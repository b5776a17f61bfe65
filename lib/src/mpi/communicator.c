/* Making, comparing and freeing communicators (MPI 4.0, section 7.4).
 *
 * The first member of a communicator, its *leader*, chooses its context and sends it to the others: a number that this
 * leader has not used before and that no other leader uses. So two communicators never share a context, and only the
 * members have to communicate; nor does a new communicator share one with a freed communicator.
 */
#include "communicator.h"

#include "collective.h"
#include "made.h"
#include "request.h"

#include <limits.h>

static WEFT_PER_RANK uint32_t led; /* number of contexts that this process has chosen */

static void end(void *object)
{
    struct weft_mpi_comm *const comm = object;
    comm->handle = MPI_COMM_NULL;
    weft_mpi_release(comm->errhandler);
    weft_mpi_release(comm->group);
    weft_mpi_delete(comm->topology);
    weft_mpi_delete(comm->name);
}

/* Makes a communicator without a context. Requests in progress keep their communicators alive, so first collects
 * requests that have completed without the program's notice. */
static int new_comm(const struct weft_mpi_comm *parent, struct weft_mpi_group *group, struct weft_mpi_comm **comm)
{
    weft_mpi_collect_requests();
    struct weft_mpi_comm *const new = weft_mpi_new_object(sizeof *new, WEFT_MPI_IS_COMM);
    if (!new) {
        return MPI_ERR_NO_MEM;
    }
    new->object.end = end;
    new->size = group->size;
    new->rank = group->rank;
    new->members = group->members;
    new->ordinary = group->size;
    new->handle = new;
#if WEFT_NAMES > 0
    new->naming = (struct weft_naming)WEFT_MPI_NO_NAMING;
#endif
    new->errhandler = parent->errhandler;
    new->group = group;
    weft_mpi_share(new->errhandler);
    weft_mpi_share(group);
    *comm = new;
    return MPI_SUCCESS;
}

/* Each communicator has two contexts, after those of the predefined ones; numbers are dealt to leaders in turn. If the
 * number of leaders were a multiple of the number of names, all contexts of a leader would share one name
 * (engine/names.h), so the stride is then one larger. */
uint32_t weft_mpi_choose_context(void)
{
    const uint32_t leaders = (uint32_t)weft_mpi_world.size;
    const uint32_t turn = leaders + (WEFT_NAMES > 0 && leaders % WEFT_NAMES == 0);
    const uint32_t number = led++ * turn + (uint32_t)weft_mpi_world.rank;
    return WEFT_MPI_SELF + 2 + 2 * number;
}

/* Broadcasts the leader's choice to all members, in the parent's context. */
static int agree(const struct weft_mpi_comm *parent, int32_t tag, struct weft_mpi_comm *comm)
{
    uint32_t context = comm->rank == 0 ? weft_mpi_choose_context() : 0;
    const struct weft_mpi_data data = {&context, NULL, sizeof context};
    comm->context = parent->context;
    const int error = weft_mpi_bcast(comm, tag, &data, 0);
    comm->context = context;
    return error;
}

int weft_mpi_make_comm(struct weft_mpi_comm *parent, int32_t size, const weft_rank *members, int32_t tag,
                       MPI_Comm *newcomm)
{
    struct weft_mpi_group *group;
    struct weft_mpi_comm *comm;
    *newcomm = MPI_COMM_NULL;
    if (size == 0) {
        return MPI_SUCCESS;
    }
    WEFT_TRY(weft_mpi_group_new(size, members, &group));
    if (group->rank != MPI_UNDEFINED) {
        WEFT_TRY(new_comm(parent, group, &comm));
        WEFT_TRY(agree(parent, tag, comm));
        WEFT_CALL(comm->rank, comm->context, comm->size);
        *newcomm = comm;
    }
    weft_mpi_release(group);
    return MPI_SUCCESS;
}

/* Copies attributes and topology. */
static int copy_belongings(struct weft_mpi_comm *from, struct weft_mpi_comm *to)
{
    if (weft_mpi_copy_attributes && from->attributes) {
        const int error = weft_mpi_copy_attributes(from, to);
        if (error != MPI_SUCCESS) {
            return weft_mpi_error(error, "a function that copies an attribute failed");
        }
    }
    return from->topology ? from->topology->copy(from, to) : MPI_SUCCESS;
}

/* Gives back a communicator that cannot be completed, with the attributes that it has. */
static void give_up(struct weft_mpi_comm *comm)
{
    if (comm->attributes) {
        (void)weft_mpi_delete_attributes(comm);
    }
    weft_mpi_release(comm);
}

int weft_mpi_copy_comm(const char *function, MPI_Comm comm, struct weft_mpi_comm **from, MPI_Comm *newcomm)
{
    struct weft_mpi_group *group;
    struct weft_mpi_comm *copy;
    WEFT_TRY(weft_mpi_comm(comm, function, from));
    WEFT_TRY(weft_mpi_check_result(newcomm));
    WEFT_TRY(weft_mpi_group_new((*from)->size, (*from)->members, &group));
    const int made = new_comm(*from, group, &copy);
    weft_mpi_release(group);
    WEFT_TRY(made);
    const int error = copy_belongings(*from, copy);
    if (error != MPI_SUCCESS) {
        give_up(copy);
    }
    *newcomm = error == MPI_SUCCESS ? copy : MPI_COMM_NULL;
    return error;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    struct weft_mpi_comm *from;
    WEFT_TRY(weft_mpi_copy_comm("MPI_Comm_dup", comm, &from, newcomm));
    return agree(from, WEFT_MPI_TAG_CONTEXT, *newcomm);
}
WEFT_MPI_NAME(Comm_dup)

/* Makes a communicator of a group's members, all of which call this. */
static int create(const char *function, MPI_Comm comm, MPI_Group group, int32_t tag, MPI_Comm *newcomm)
{
    struct weft_mpi_comm *found;
    const struct weft_mpi_group *members;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(weft_mpi_check_result(newcomm));
    WEFT_TRY(weft_mpi_group(group, &members));
    return weft_mpi_make_comm(found, members->size, members->members, tag, newcomm);
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    return create("MPI_Comm_create", comm, group, WEFT_MPI_TAG_CONTEXT, newcomm);
}
WEFT_MPI_NAME(Comm_create)

/* Only the members of the group call it, so several calls may be in progress in one parent: the program's tag, mapped
 * above those of collective operations, separates their messages. */
int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    const int32_t own = (int32_t)((uint32_t)tag << 5 & INT32_MAX) | 31;
    return create("MPI_Comm_create_group", comm, group, own, newcomm);
}
WEFT_MPI_NAME(Comm_create_group)

/* A rank's contribution to a split. In a list of the ranks with one colour, `next` replaces the colour: the next rank,
 * or -1. */
struct part {
    union {
        int color;
        int next;
    };
    int key;
};

/* Merges two lists sorted by key; stable: of equal keys those of the first list come first. */
static int merge(struct part *parts, int first, int second)
{
    int head;
    int *link = &head;
    while ((first | second) >= 0) {
        int *const taken = parts[second].key < parts[first].key ? &second : &first;
        *link = *taken;
        link = &parts[*taken].next;
        *taken = *link;
    }
    *link = first & second; /* one of them is -1 */
    return head;
}

/* Makes a list, sorted by key, of those of the ranks [from, from + count) that have this colour (merge sort). */
static int sort(struct part *parts, int from, int count, int color)
{
    if (count > 1) {
        const int first = sort(parts, from, count / 2, color);
        return merge(parts, first, sort(parts, from + count / 2, count - count / 2, color));
    }
    const bool is_one = parts[from].color == color;
    parts[from].next = -1;
    return is_one ? from : -1;
}

int weft_mpi_split(struct weft_mpi_comm *comm, int color, int key, MPI_Comm *newcomm)
{
    struct part parts[WEFT_CORES];
    weft_rank members[WEFT_CORES];
    int32_t size = 0;
    parts[comm->rank] = (struct part){{color}, key};
    WEFT_TRY(PMPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, parts, 2, MPI_INT, comm->handle));
    int rank = color == MPI_UNDEFINED ? -1 : sort(parts, 0, comm->size, color);
    for (; rank >= 0; rank = parts[rank].next) {
        members[size++] = comm->members[rank];
    }
    return weft_mpi_make_comm(comm, size, members, WEFT_MPI_TAG_CONTEXT, newcomm);
}

/* Valid colours, or types, are 0 to `most`, and MPI_UNDEFINED. */
static int split(const char *function, MPI_Comm comm, int color, int key, MPI_Comm *newcomm, int most)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(weft_mpi_check_result(newcomm));
    if ((unsigned)color > (unsigned)most && color != MPI_UNDEFINED) {
        return weft_mpi_error(MPI_ERR_ARG, "the colour or type is %d", color);
    }
    return weft_mpi_split(found, color, key, newcomm);
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    return split("MPI_Comm_split", comm, color, key, newcomm, INT_MAX);
}
WEFT_MPI_NAME(Comm_split)

/* All ranks share one machine. */
int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)
{
    (void)info;
    return split("MPI_Comm_split_type", comm, split_type, key, newcomm, MPI_COMM_TYPE_SHARED);
}
WEFT_MPI_NAME(Comm_split_type)

int PMPI_Comm_free(MPI_Comm *comm)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(*comm, "MPI_Comm_free", &found));
    if (found != *comm) {
        return weft_mpi_error(MPI_ERR_COMM, "the communicator is predefined");
    }
    if (weft_mpi_delete_attributes) {
        WEFT_TRY(weft_mpi_delete_attributes(found));
    }
    weft_mpi_collect_requests();
    weft_mpi_release(found);
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_free)

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    struct weft_mpi_comm *first;
    struct weft_mpi_comm *second;
    WEFT_TRY(weft_mpi_comm(comm1, "MPI_Comm_compare", &first));
    WEFT_TRY(weft_mpi_comm(comm2, "MPI_Comm_compare", &second));
    WEFT_TRY(weft_mpi_check_result(result));
    *result = weft_mpi_compare(first->members, first->size, second->members, second->size);
    if (*result == MPI_IDENT && first != second) {
        *result = MPI_CONGRUENT;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_compare)
