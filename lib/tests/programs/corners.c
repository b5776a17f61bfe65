/* Corner cases that are easily got wrong, or on which other MPI libraries disagree or are silent: errors inside an
 * operation, statuses without a source, bytes after the end of a buffer, values at the limits of their range. */
#include "check.h"

#include <limits.h>
#include <string.h>

#define CHECK_ORDER(type, handle, high)                                                                                \
    do {                                                                                                               \
        const volatile MPI_Datatype unknown = (handle); /* until the program runs */                                   \
        const type value[] = {rank == 0 ? (type)(high) : (type)1, rank == 0 ? (type)1 : (type)(high)};                 \
        type largest[2];                                                                                               \
        type least[2];                                                                                                 \
        MPI_Allreduce(value, largest, 2, handle, MPI_MAX, MPI_COMM_WORLD);                                             \
        MPI_Allreduce(value, least, 2, handle, MPI_MIN, MPI_COMM_WORLD);                                               \
        CHECK(largest[0] == (type)(high) && largest[1] == (size > 1 ? (type)(high) : (type)1));                        \
        CHECK(least[0] == (size > 1 ? (type)1 : (type)(high)) && least[1] == (type)1);                                 \
        MPI_Reduce_local(value, largest, 2, unknown, MPI_MIN);                                                         \
        MPI_Reduce_local(value, least, 2, unknown, MPI_MAX);                                                           \
        CHECK(largest[0] == value[0] && least[1] == value[1]);                                                         \
    } while (0)

static void unsigned_values_have_no_sign(void)
{
    CHECK_ORDER(unsigned char, MPI_UNSIGNED_CHAR, 0xFE);
    CHECK_ORDER(unsigned short, MPI_UNSIGNED_SHORT, 0xFFFE);
    CHECK_ORDER(unsigned, MPI_UNSIGNED, 0x80000000u);
    CHECK_ORDER(unsigned long, MPI_UNSIGNED_LONG, ULONG_MAX - 1);
    CHECK_ORDER(unsigned long long, MPI_UNSIGNED_LONG_LONG, 0x8000000000000000u);
}

/* Receives a truncated message; if `spread`, into every second byte. */
static void receive_truncated(int sent, int room, int spread)
{
    static char out[40000];
    static char in[40000];
    MPI_Datatype type;
    MPI_Request request;
    MPI_Status status;
    int written = 0;
    MPI_Type_vector(room, 1, 1 + spread, MPI_CHAR, &type);
    MPI_Type_commit(&type);
    memset(out, 7, sizeof out);
    memset(in, 1, sizeof in);
    if (rank == 0) {
        MPI_Send(out, sent, MPI_CHAR, size - 1, 3, MPI_COMM_WORLD);
    } else if (rank == size - 1) {
        MPI_Irecv(in, 1, type, 0, 3, MPI_COMM_WORLD, &request);
        CHECK(MPI_Wait(&request, &status) == MPI_ERR_TRUNCATE);
        for (int i = 0; i < (int)sizeof in; i++) {
            written += in[i] == 7;
            CHECK(in[i] == (i % (1 + spread) == 0 && i / (1 + spread) < room ? 7 : 1));
        }
        CHECK(written == room);
    }
    MPI_Type_free(&type);
}

static void is_of_nobody(const MPI_Status *status)
{
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(status->MPI_SOURCE == MPI_PROC_NULL && status->MPI_TAG == MPI_ANY_TAG && count == 0);
}

static void nobody_has_a_status(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int value = 5;
    int flag = 0;
    int which = -1;
    for (int way = 0; way < 4; way++) {
        memset(statuses, 0, sizeof statuses);
        for (int i = 0; i < 2; i++) {
            MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD, &requests[i]);
        }
        if (way == 0) {
            MPI_Wait(&requests[0], &statuses[0]);
            MPI_Wait(&requests[1], &statuses[1]);
        } else if (way == 1) {
            MPI_Waitall(2, requests, statuses);
        } else if (way == 2) {
            MPI_Waitany(2, requests, &which, &statuses[0]);
            MPI_Testany(2, requests, &which, &flag, &statuses[1]);
            CHECK(flag && which >= 0 && which < 2);
        } else {
            MPI_Request_get_status(requests[0], &flag, &statuses[0]);
            CHECK(flag && requests[0] != MPI_REQUEST_NULL);
            MPI_Test(&requests[0], &flag, &statuses[0]);
            MPI_Test(&requests[1], &flag, &statuses[1]);
        }
        CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL && value == 5);
        is_of_nobody(&statuses[0]);
        is_of_nobody(&statuses[1]);
    }
}

static void reduce_in_place_at_a_later_root(void)
{
    static int values[8192 + 1];
    const int root = size - 1;
    for (int i = 0; i < 8192; i++) {
        values[i] = rank + i;
    }
    values[8192] = -1;
    MPI_Reduce(rank == root ? MPI_IN_PLACE : values, values, 8192, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    int wrong = values[8192] != -1;
    for (int i = 0; i < 8192; i++) {
        wrong += values[i] != (rank == root ? size * (size - 1) / 2 + size * i : rank + i);
    }
    CHECK(wrong == 0);
}

static void negative_counts(void)
{
    const MPI_Comm world = MPI_COMM_WORLD;
    int in = 0;
    int out;
    int counts[64];
    for (int i = 0; i < size; i++) {
        counts[i] = -1;
    }
    CHECK(MPI_Allreduce(&in, &out, -1, MPI_INT, MPI_SUM, world) == MPI_ERR_COUNT);
    CHECK(MPI_Reduce(&in, &out, -1, MPI_INT, MPI_SUM, 0, world) == MPI_ERR_COUNT);
    CHECK(MPI_Scan(&in, &out, -1, MPI_INT, MPI_SUM, world) == MPI_ERR_COUNT);
    CHECK(MPI_Exscan(&in, &out, -1, MPI_INT, MPI_SUM, world) == MPI_ERR_COUNT);
    CHECK(MPI_Reduce_scatter_block(&in, &out, -1, MPI_INT, MPI_SUM, world) == MPI_ERR_COUNT);
    CHECK(MPI_Reduce_scatter(&in, &out, counts, MPI_INT, MPI_SUM, world) == MPI_ERR_COUNT);
    CHECK(MPI_Allgather(&in, -1, MPI_INT, &out, 1, MPI_INT, world) == MPI_ERR_COUNT);
    CHECK(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, &out, -1, MPI_INT, world) == MPI_ERR_COUNT);
}

static int refuse(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value;
    int ignored;
    MPI_Comm_size(MPI_COMM_SELF, &ignored);
    return *(int *)extra;
}

static void keys(void)
{
    int key;
    int flag;
    void *value;
    int answer = MPI_ERR_OTHER;
    int unknown = 4711;
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, unknown, &key) == MPI_ERR_KEYVAL);
    CHECK(MPI_Comm_get_attr(MPI_COMM_WORLD, unknown, &value, &flag) == MPI_ERR_KEYVAL);
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, unknown) == MPI_ERR_KEYVAL);
    CHECK(MPI_Comm_free_keyval(&unknown) == MPI_ERR_KEYVAL && unknown == 4711);
    CHECK(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, refuse, &key, &answer) == MPI_SUCCESS);
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, &key) == MPI_SUCCESS);
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, key) == MPI_ERR_OTHER);
    answer = MPI_SUCCESS;
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, key) == MPI_SUCCESS);
    const int freed = key;
    CHECK(MPI_Comm_free_keyval(&key) == MPI_SUCCESS && key == MPI_KEYVAL_INVALID);
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, freed, &key) == MPI_ERR_KEYVAL);
}

static void infos(void)
{
    char longest[MPI_MAX_INFO_VAL + 1];
    char text[MPI_MAX_INFO_VAL + 1];
    MPI_Info info = MPI_INFO_NULL;
    int number;
    memset(longest, 'k', MPI_MAX_INFO_VAL);
    longest[MPI_MAX_INFO_VAL] = '\0';
    CHECK(MPI_Info_get_nkeys(info, &number) == MPI_ERR_INFO);
    CHECK(MPI_Info_free(&info) == MPI_ERR_INFO);
    MPI_Info_create(&info);
    CHECK(MPI_Info_set(info, "", "value") == MPI_ERR_INFO_KEY);
    CHECK(MPI_Info_set(info, longest, "value") == MPI_ERR_INFO_KEY);
    CHECK(MPI_Info_get(info, NULL, 5, text, &number) == MPI_ERR_INFO_KEY);
    CHECK(MPI_Info_set(info, "key", longest) == MPI_ERR_INFO_VALUE);
    CHECK(MPI_Info_set(info, "key", NULL) == MPI_ERR_INFO_VALUE);
    CHECK(MPI_Info_delete(info, "key") == MPI_ERR_INFO_NOKEY);
    CHECK(MPI_Info_get_nthkey(info, 0, text) == MPI_ERR_INFO_NOKEY);
    CHECK(MPI_Info_set(info, "key", "value") == MPI_SUCCESS && MPI_Info_get_nthkey(info, 0, text) == MPI_SUCCESS);
    CHECK(MPI_Info_get_nthkey(info, 1, text) == MPI_ERR_INFO_NOKEY);
    CHECK(MPI_Info_get(info, "key", 3, text, &number) == MPI_SUCCESS && number && strcmp(text, "val") == 0);
    memset(text, 'x', sizeof text); /* nothing is written after the end of the value */
    CHECK(MPI_Info_get(info, "key", 20, text, &number) == MPI_SUCCESS && strcmp(text, "value") == 0);
    CHECK(text[6] == 'x' && text[20] == 'x');
    CHECK(MPI_Info_get(info, "key", 0, text, &number) == MPI_SUCCESS && number && strcmp(text, "") == 0);
    CHECK(MPI_Info_free(&info) == MPI_SUCCESS && info == MPI_INFO_NULL);
}

static void types_without_blocks(void)
{
    MPI_Datatype type;
    MPI_Aint lower = -1;
    MPI_Aint extent = -1;
    int bytes = -1;
    CHECK(MPI_Type_create_struct(0, NULL, NULL, NULL, &type) == MPI_SUCCESS);
    CHECK(MPI_Type_commit(&type) == MPI_SUCCESS && MPI_Type_size(type, &bytes) == MPI_SUCCESS && bytes == 0);
    CHECK(MPI_Type_get_extent(type, &lower, &extent) == MPI_SUCCESS && lower == 0 && extent == 0);
    CHECK(MPI_Type_free(&type) == MPI_SUCCESS);
    CHECK(MPI_Type_indexed(0, NULL, NULL, MPI_INT, &type) == MPI_SUCCESS && MPI_Type_free(&type) == MPI_SUCCESS);
    CHECK(MPI_Type_create_struct(-1, NULL, NULL, NULL, &type) == MPI_ERR_COUNT);
}

/* The memory of everything that is freed is available again. */
static void nothing_is_lost(void)
{
    MPI_Request request;
    MPI_Datatype type;
    MPI_Comm comm;
    for (int i = 0; i < 1000; i++) {
        CHECK(MPI_Send_init(&i, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request) == MPI_SUCCESS);
        CHECK(MPI_Request_free(&request) == MPI_SUCCESS);
        CHECK(MPI_Type_vector(3, 1, 2, MPI_INT, &type) == MPI_SUCCESS);
        CHECK(MPI_Type_free(&type) == MPI_SUCCESS);
    }
    for (int i = 0; i < 300; i++) {
        CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &comm) == MPI_SUCCESS);
        MPI_Barrier(comm); /* without it the leader may be many communicators ahead */
        CHECK(MPI_Comm_free(&comm) == MPI_SUCCESS);
    }
}

static int calls;

static void count_calls(MPI_Comm *comm, int *code, ...)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;
    CHECK(*comm != MPI_COMM_WORLD && *code == MPI_ERR_TRUNCATE);
    MPI_Error_string(*code, text, &length);
    calls++;
}

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    MPI_Aint lower;
    MPI_Aint extent;
    MPI_Type_get_extent(*type, &lower, &extent);
    for (int i = 0; i < *length; i++) {
        ((int *)inout)[i] += ((int *)in)[i];
    }
}

/* An error is reported to its own communicator, even if handlers or reduction operations call MPI functions in between.
 */
static void errors_belong_to_their_communicator(void)
{
    static int values[64];
    static int sum[64];
    MPI_Errhandler handler;
    MPI_Comm comm;
    MPI_Op op;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(count_calls, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Op_create(add, 1, &op);
    calls = 0;
    MPI_Gather(values, 1 + (rank > 0), MPI_INT, sum, 1, MPI_INT, 0, comm);
    CHECK(calls == (rank == 0 ? size - 1 : 0));
    calls = 0;
    const int has_one = rank == 0 || rank == size / 2; /* the others have two elements, too many for these */
    int too_long = 0;
    for (int bit = 1; has_one && bit < size && (rank & bit) == 0; bit *= 2) {
        too_long += rank + bit < size && rank + bit != size / 2;
    }
    MPI_Reduce(values, sum, has_one ? 1 : 2, MPI_INT, op, 0, comm);
    CHECK(calls == too_long);
    MPI_Op_free(&op);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    unsigned_values_have_no_sign();
    if (size > 1) {
        receive_truncated(20000, 9001, 0);
        receive_truncated(20000, 9001, 1);
        receive_truncated(65, 64, 0);
        receive_truncated(64, 63, 1);
    }
    nobody_has_a_status();
    reduce_in_place_at_a_later_root();
    negative_counts();
    keys();
    infos();
    types_without_blocks();
    nothing_is_lost();
    errors_belong_to_their_communicator();
    return finish();
}
