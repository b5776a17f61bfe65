/* Making, comparing and freeing communicators (MPI 4.0, section 7.4).
 *
 * A communicator's context is chosen by its first member, its *leader*, and told to the others: a number that this
 * leader has not used before, and no other leader uses. So two communicators never share one, without any agreement
 * beyond the members; nor does a new one with one that was freed.
 */
#include "communicator.h"

#include "collective.h"
#include "request.h"

static WEFT_PER_RANK struct weft_mpi_comm *made; /* all but the predefined */
static WEFT_PER_RANK uint32_t led;               /* how many contexts this process has chosen */

static void delete (struct weft_mpi_comm *comm)
{
    weft_mpi_own_errhandler(comm->errhandler, -1);
    weft_mpi_group_release(comm->group);
    weft_mpi_delete(comm->topology);
    weft_mpi_delete(comm->name);
    weft_mpi_delete(comm);
}

/* Requests under way keep their communicator; so freed ones are looked for now and then. */
static void sweep(void)
{
    struct weft_mpi_comm **link = &made;
    weft_mpi_collect_requests();
    while (*link) {
        struct weft_mpi_comm *const comm = *link;
        if (comm->references > 0) {
            link = &comm->next;
        } else {
            *link = comm->next;
            delete (comm);
        }
    }
}

/* A communicator without context. It owns a share of the group. */
static int new_comm(const char *function, const struct weft_mpi_comm *parent, struct weft_mpi_group *group,
                    struct weft_mpi_comm **comm)
{
    sweep();
    struct weft_mpi_comm *const new = weft_mpi_new(sizeof *new);
    if (!new) {
        return weft_mpi_no_memory(parent, function);
    }
    *new = (struct weft_mpi_comm){
        .mark = WEFT_MPI_IS_COMM,
        .size = group->size,
        .rank = group->rank,
        .members = group->members,
        .handle = new,
        .errhandler = parent->errhandler,
        .references = 1,
        .next = made,
        .group = group,
    };
    group->references++;
    weft_mpi_own_errhandler(new->errhandler, 1);
    made = new;
    *comm = new;
    return MPI_SUCCESS;
}

/* Two contexts for each communicator, behind those of the predefined ones; leaders take turns. */
static uint32_t choose_context(void)
{
    const uint32_t number = led++ * (uint32_t)weft_mpi_world.size + (uint32_t)weft_mpi_world.rank;
    return WEFT_MPI_SELF + 2 + 2 * number;
}

/* Starts the agreement: this member's part of it is over with `request`. The leader's messages are so short that they
 * go on by themselves. */
static int start_agreement(const char *function, struct weft_mpi_comm *parent, int32_t tag, struct weft_mpi_comm *comm,
                           MPI_Request *request)
{
    struct weft_envelope envelope = {comm->members[0], tag, parent->context + 1, sizeof comm->context};
    *request = &weft_mpi_sent;
    if (comm->rank > 0) {
        WEFT_TRY(weft_mpi_request_new(parent, WEFT_MPI_SEND, function, request));
        weft_receive_start(&(*request)->engine, &comm->context, NULL, &envelope);
        return MPI_SUCCESS;
    }
    comm->context = choose_context();
    for (int32_t rank = 1; rank < comm->size; rank++) {
        struct weft_mpi_request *send;
        WEFT_TRY(weft_mpi_request_new(comm, WEFT_MPI_SEND, function, &send));
        envelope.rank = comm->members[rank];
        send->detached = true;
        weft_send_start(&send->engine, &comm->context, NULL, &envelope, false);
    }
    return MPI_SUCCESS;
}

static int agree(const char *function, struct weft_mpi_comm *parent, int32_t tag, struct weft_mpi_comm *comm)
{
    MPI_Request request;
    WEFT_TRY(start_agreement(function, parent, tag, comm, &request));
    weft_wait(&request->engine);
    return weft_mpi_complete(&request, function, MPI_STATUS_IGNORE);
}

int weft_mpi_make_comm(const char *function, struct weft_mpi_comm *parent, int32_t size, const uint8_t *members,
                       int32_t tag, MPI_Comm *newcomm)
{
    struct weft_mpi_group *group;
    struct weft_mpi_comm *comm;
    *newcomm = MPI_COMM_NULL;
    if (size == 0) {
        return MPI_SUCCESS;
    }
    WEFT_TRY(weft_mpi_group_new(function, size, members, &group));
    if (group->rank != MPI_UNDEFINED) {
        WEFT_TRY(new_comm(function, parent, group, &comm));
        WEFT_TRY(agree(function, parent, tag, comm));
        *newcomm = comm;
    }
    weft_mpi_group_release(group);
    return MPI_SUCCESS;
}

/* A copy, without context, with the attributes that want to be copied. */
static int copy(const char *function, struct weft_mpi_comm *from, struct weft_mpi_comm **comm)
{
    struct weft_mpi_group *group;
    WEFT_TRY(weft_mpi_group_new(function, from->size, from->members, &group));
    WEFT_TRY(new_comm(function, from, group, comm));
    weft_mpi_group_release(group);
    if (weft_mpi_copy_attributes && from->attributes) {
        const int error = weft_mpi_copy_attributes(from, *comm);
        if (error != MPI_SUCCESS) {
            (*comm)->references = 0;
            return weft_mpi_error(from, error, "%s: a function that copies an attribute failed", function);
        }
    }
    return from->topology ? from->topology->copy(from, *comm) : MPI_SUCCESS;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    static const char function[] = "MPI_Comm_dup";
    struct weft_mpi_comm *found;
    struct weft_mpi_comm *new;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(copy(function, found, &new));
    WEFT_TRY(agree(function, found, WEFT_MPI_TAG_CONTEXT, new));
    *newcomm = new;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_dup)

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    static const char function[] = "MPI_Comm_idup";
    struct weft_mpi_comm *found;
    struct weft_mpi_comm *new;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(copy(function, found, &new));
    WEFT_TRY(start_agreement(function, found, WEFT_MPI_TAG_CONTEXT, new, request));
    *newcomm = new;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_idup)

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    static const char function[] = "MPI_Comm_create";
    struct weft_mpi_comm *found;
    const struct weft_mpi_group *members;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(weft_mpi_group(group, function, &members));
    return weft_mpi_make_comm(function, found, members->size, members->members, WEFT_MPI_TAG_CONTEXT, newcomm);
}
WEFT_MPI_NAME(Comm_create)

/* Only the members call it: the caller's tag, above those of collective operations, keeps their messages apart. */
int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    static const char function[] = "MPI_Comm_create_group";
    struct weft_mpi_comm *found;
    const struct weft_mpi_group *members;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(weft_mpi_group(group, function, &members));
    const int32_t own = (int32_t)((uint32_t)tag << 5 & INT32_MAX) | 31;
    return weft_mpi_make_comm(function, found, members->size, members->members, own, newcomm);
}
WEFT_MPI_NAME(Comm_create_group)

/* What a rank says of itself in a split. */
struct part {
    int color;
    int key;
};

/* The ranks of one colour in the order of their keys, and of their ranks where these are equal. */
static int32_t choose(const struct weft_mpi_comm *comm, const struct part *parts, int color, uint8_t *members)
{
    int32_t ranks[WEFT_CORES];
    int32_t count = 0;
    for (int32_t rank = 0; rank < comm->size; rank++) {
        int32_t place = count;
        if (parts[rank].color == color) {
            for (; place > 0 && parts[ranks[place - 1]].key > parts[rank].key; place--) {
                ranks[place] = ranks[place - 1];
            }
            ranks[place] = rank;
            count++;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        members[i] = comm->members[ranks[i]];
    }
    return count;
}

static int split(const char *function, struct weft_mpi_comm *comm, int color, int key, MPI_Comm *newcomm)
{
    struct part parts[WEFT_CORES];
    uint8_t members[WEFT_CORES];
    if (color < 0 && color != MPI_UNDEFINED) {
        return weft_mpi_error(comm, MPI_ERR_ARG, "%s: the colour is %d", function, color);
    }
    parts[comm->rank] = (struct part){color, key};
    WEFT_TRY(PMPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, parts, 2, MPI_INT, comm->handle));
    const int32_t size = color == MPI_UNDEFINED ? 0 : choose(comm, parts, color, members);
    return weft_mpi_make_comm(function, comm, size, members, WEFT_MPI_TAG_CONTEXT, newcomm);
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_split", &found));
    return split("MPI_Comm_split", found, color, key, newcomm);
}
WEFT_MPI_NAME(Comm_split)

/* All ranks are on one machine. */
int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)
{
    static const char function[] = "MPI_Comm_split_type";
    struct weft_mpi_comm *found;
    (void)info;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    if (split_type != MPI_COMM_TYPE_SHARED && split_type != MPI_UNDEFINED) {
        return weft_mpi_error(found, MPI_ERR_ARG, "%s: the type is %d", function, split_type);
    }
    return split(function, found, split_type == MPI_UNDEFINED ? MPI_UNDEFINED : 0, key, newcomm);
}
WEFT_MPI_NAME(Comm_split_type)

int PMPI_Comm_free(MPI_Comm *comm)
{
    static const char function[] = "MPI_Comm_free";
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(*comm, function, &found));
    if (found == &weft_mpi_world || found == &weft_mpi_self) {
        return weft_mpi_error(found, MPI_ERR_COMM, "%s: the communicator is predefined", function);
    }
    if (weft_mpi_delete_attributes) {
        WEFT_TRY(weft_mpi_delete_attributes(found));
    }
    found->references--;
    *comm = MPI_COMM_NULL;
    sweep();
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_free)

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    struct weft_mpi_comm *first;
    struct weft_mpi_comm *second;
    WEFT_TRY(weft_mpi_comm(comm1, "MPI_Comm_compare", &first));
    WEFT_TRY(weft_mpi_comm(comm2, "MPI_Comm_compare", &second));
    *result = weft_mpi_compare(first->members, first->size, second->members, second->size);
    if (*result == MPI_IDENT && first != second) {
        *result = MPI_CONGRUENT;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_compare)
