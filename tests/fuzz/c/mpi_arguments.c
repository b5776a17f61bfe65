/* Calls of MPI with right and wrong arguments. A call with a wrong one returns an error class that has a name, one with
 * right ones succeeds, and after each case the library still works: a word goes from the rank to itself. */
#include "calls.h"

#include <mpi.h>
#include <string.h>

#define WORDS 64

/* A communicator where another object is wanted. On a chip its number is an address without memory, and the fault names
 * it. */
#ifdef __riscv
#define A_COMM(type) ((type)0)
#else
#define A_COMM(type) ((type)MPI_COMM_WORLD)
#endif

static int words[WORDS], more[WORDS], result, flag;
static MPI_Request request;
static MPI_Status status;
static MPI_Comm made;
static MPI_Group group;
static MPI_Datatype loose, type; /* not committed; made */
static MPI_Aint extents[2];

static MPI_Comm comm(struct draw *draw)
{
    const MPI_Comm right[] = {MPI_COMM_WORLD, MPI_COMM_SELF};
    const MPI_Comm wrong[] = {MPI_COMM_NULL, (MPI_Comm)MPI_INT, (MPI_Comm)MPI_SUM, (MPI_Comm)loose};
    return DRAW(draw, right, wrong);
}

static int rank(struct draw *draw)
{
    static const int right[] = {0, MPI_PROC_NULL};
    static const int wrong[] = {1, -5, INT_MAX, INT_MIN, 4096};
    return DRAW(draw, right, wrong);
}

static int root(struct draw *draw)
{
    static const int right[] = {0};
    static const int wrong[] = {1, -1, MPI_PROC_NULL, INT_MAX, INT_MIN};
    return DRAW(draw, right, wrong);
}

static int tag(struct draw *draw)
{
    static const int right[] = {0, 1, 7};
    static const int wrong[] = {-2, -100, INT_MIN};
    return DRAW(draw, right, wrong);
}

static int count(struct draw *draw)
{
    static const int right[] = {0, 1, 2, 4};
    static const int wrong[] = {-1, INT_MIN, -1000};
    return DRAW(draw, right, wrong);
}

static MPI_Datatype datatype(struct draw *draw)
{
    const MPI_Datatype right[] = {MPI_INT, MPI_UNSIGNED, MPI_FLOAT};
    const MPI_Datatype wrong[] = {MPI_DATATYPE_NULL, loose, A_COMM(MPI_Datatype), (MPI_Datatype)MPI_MAX};
    return DRAW(draw, right, wrong);
}

static MPI_Op op(struct draw *draw)
{
    const MPI_Op right[] = {MPI_SUM, MPI_MAX, MPI_MIN};
    const MPI_Op wrong[] = {MPI_OP_NULL, (MPI_Op)MPI_INT, A_COMM(MPI_Op), (MPI_Op)loose};
    return DRAW(draw, right, wrong);
}

static MPI_Group any_group(struct draw *draw)
{
    const MPI_Group right[] = {group, MPI_GROUP_EMPTY};
    const MPI_Group wrong[] = {MPI_GROUP_NULL, A_COMM(MPI_Group), (MPI_Group)loose};
    return DRAW(draw, right, wrong);
}

static int nonblocking(struct draw *draw)
{
    const int n = count(draw);
    const MPI_Datatype of = datatype(draw);
    const int to = rank(draw), with = tag(draw);
    const MPI_Comm among = comm(draw);
    const uint8_t which = draw_byte(draw);
    MPI_Request *const place = draw_place(draw, &request);
    switch (which % 5) {
    case 0:
        return MPI_Irecv(words, n, of, to, with, among, place);
    case 1:
        return MPI_Send_init(words, n, of, to, with, among, place);
    case 2:
        return MPI_Recv_init(words, n, of, to, with, among, place);
    case 3:
        return MPI_Isend(words, n, of, to == 0 ? MPI_PROC_NULL : to, with, among, place);
    default:
        return MPI_Issend(words, n, of, to == 0 ? MPI_PROC_NULL : to, with, among, place);
    }
}

/* A rank that sends to itself, or receives what it has not sent, waits for ever: the peer is none or wrong. */
static int blocking(struct draw *draw)
{
    const int n = count(draw);
    const MPI_Datatype of = datatype(draw);
    const int drawn = rank(draw), with = tag(draw);
    const int peer = drawn == 0 ? MPI_PROC_NULL : drawn;
    const MPI_Comm among = comm(draw);
    switch (draw_byte(draw) % 6) {
    case 0:
        return MPI_Send(words, n, of, peer, with, among);
    case 1:
        return MPI_Recv(words, n, of, peer, with, among, draw_byte(draw) & 1 ? &status : MPI_STATUS_IGNORE);
    case 2:
        return MPI_Ssend(words, n, of, peer, with, among);
    case 3:
        return MPI_Sendrecv_replace(words, n, of, peer, with, peer, with, among, &status);
    case 4:
        return MPI_Sendrecv(words, n, of, peer, with, more, n, of, peer, with, among, &status);
    default:
        return MPI_Bsend(words, n, of, peer, with, among);
    }
}

static int probing(struct draw *draw)
{
    const int from = rank(draw), with = tag(draw);
    const MPI_Comm among = comm(draw);
    return MPI_Iprobe(from, with, among, draw_place(draw, &flag), draw_byte(draw) & 1 ? &status : MPI_STATUS_IGNORE);
}

static int collective(struct draw *draw)
{
    const int n = count(draw);
    const MPI_Datatype of = datatype(draw);
    const MPI_Comm among = comm(draw);
    switch (draw_byte(draw) % 8) {
    case 0:
        return MPI_Bcast(words, n, of, root(draw), among);
    case 1:
        return MPI_Gather(words, n, of, more, n, of, root(draw), among);
    case 2:
        return MPI_Scatter(words, n, of, more, n, of, root(draw), among);
    case 3:
        return MPI_Allgather(words, n, of, more, n, of, among);
    case 4:
        return MPI_Alltoall(words, n, of, more, n, of, among);
    case 5:
        return MPI_Reduce(words, more, n, of, op(draw), root(draw), among);
    case 6:
        return MPI_Allreduce(words, more, n, of, op(draw), among);
    default:
        return MPI_Scan(words, more, n, of, op(draw), among);
    }
}

static int requests(struct draw *draw)
{
    MPI_Request none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    const MPI_Request wrongs[] = {(MPI_Request)MPI_SUM, (MPI_Request)MPI_INT, (MPI_Request)loose};
    if (draw_wrong(draw)) {
        none[1] = wrongs[draw_byte(draw) % LENGTH(wrongs)];
    }
    switch (draw_byte(draw) % 5) {
    case 0:
        return MPI_Wait(&none[1], &status);
    case 1:
        return MPI_Test(&none[1], &flag, &status);
    case 2:
        return MPI_Waitall(2, none, MPI_STATUSES_IGNORE);
    case 3:
        return MPI_Testall(2, none, &flag, MPI_STATUSES_IGNORE);
    default:
        return MPI_Waitany(2, none, &result, &status);
    }
}

static int communicators(struct draw *draw)
{
    const MPI_Comm among = comm(draw);
    const uint8_t which = draw_byte(draw);
    switch (which % 6) {
    case 0:
        return MPI_Comm_rank(among, draw_place(draw, &result));
    case 1:
        return MPI_Comm_size(among, draw_place(draw, &result));
    case 2:
        return MPI_Comm_dup(among, draw_place(draw, &made));
    case 3:
        return MPI_Comm_split(among, 0, 0, draw_place(draw, &made));
    case 4:
        return MPI_Comm_compare(among, comm(draw), &result);
    default:
        return MPI_Barrier(among);
    }
}

static int groups(struct draw *draw)
{
    static const int good[] = {0};
    static const int bad[] = {9, 0};
    MPI_Group new = MPI_GROUP_NULL;
    const MPI_Group of = any_group(draw);
    int code;
    switch (draw_byte(draw) % 4) {
    case 0:
        return MPI_Group_size(of, draw_place(draw, &result));
    case 1:
        return MPI_Group_rank(of, draw_place(draw, &result));
    case 2:
        code = MPI_Group_union(of, any_group(draw), &new);
        break;
    default:
        /* The empty group has no rank 0. */
        draw->wrong |= of == MPI_GROUP_EMPTY;
        code = MPI_Group_incl(of, 1, draw_wrong(draw) ? bad : good, &new);
    }
    if (code == MPI_SUCCESS && new != MPI_GROUP_NULL) {
        MPI_Group_free(&new);
    }
    return code;
}

static int types(struct draw *draw)
{
    const MPI_Datatype right[] = {MPI_INT, loose};
    const MPI_Datatype wrong[] = {MPI_DATATYPE_NULL, A_COMM(MPI_Datatype), (MPI_Datatype)MPI_SUM};
    const MPI_Datatype of = DRAW(draw, right, wrong);
    int code;
    switch (draw_byte(draw) % 5) {
    case 0:
        return MPI_Type_size(of, draw_place(draw, &result));
    case 1:
        return MPI_Type_get_extent(of, &extents[0], draw_place(draw, &extents[1]));
    case 2:
        code = MPI_Type_contiguous(count(draw), of, &type);
        break;
    case 3:
        code = MPI_Type_vector(count(draw), count(draw), 3, of, &type);
        break;
    default:
        code = MPI_Type_create_resized(of, 0, 8, &type);
    }
    if (code == MPI_SUCCESS) {
        MPI_Type_free(&type);
    }
    return code;
}

static int (*const CALLS[])(struct draw *) = {nonblocking, blocking, probing,       collective,
                                              requests,    groups,   communicators, types};

static void clean(void)
{
    if (request != MPI_REQUEST_NULL) {
        MPI_Cancel(&request);
        MPI_Request_free(&request);
    }
    if (made != MPI_COMM_NULL) {
        MPI_Comm_free(&made);
    }
}

static const char *one_call(struct draw *draw, bool *refused)
{
    static char text[MPI_MAX_ERROR_STRING];
    int length;
    draw->wrong = false;
    const int code = CALLS[draw_byte(draw) % LENGTH(CALLS)](draw);
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS || length == 0) {
        return "an error has no name";
    }
    *refused |= code != MPI_SUCCESS;
    clean();
    if (draw->wrong != (code != MPI_SUCCESS)) {
        return draw->wrong ? "a wrong argument was taken" : text;
    }
    return NULL;
}

static const char *still_works(void)
{
    int sent = 77, received = 0;
    MPI_Irecv(&received, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
    const int code = MPI_Send(&sent, 1, MPI_INT, 0, 3, MPI_COMM_SELF);
    if (code != MPI_SUCCESS || MPI_Wait(&request, &status) != MPI_SUCCESS || received != 77) {
        return "the library does not work any longer";
    }
    return NULL;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Type_contiguous(2, MPI_INT, &loose);
    for (struct weft_case given; next_case(&given); free(given.bytes)) {
        give(&given, (unsigned)LENGTH(CALLS));
    }
    MPI_Type_free(&loose);
    MPI_Group_free(&group);
    return MPI_Finalize();
}
