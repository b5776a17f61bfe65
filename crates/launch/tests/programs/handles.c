/* Handles that name nothing: an address where nothing is, a small number, one that is odd, the address of something else,
 * all bits, and a handle that was freed. Each is an error of its class, which the communicator's handler gets. */
#include "check.h"

#include <stdint.h>

static uint64_t something_else[4] = {1, 2, 3, 4};

#define EACH(handle)                                                                                                   \
    (void *)(intptr_t)0x7654320, (void *)(intptr_t)16, (void *)(intptr_t)0x7654321, (void *)something_else,            \
        (void *)(intptr_t)-1, (void *)(intptr_t)INT64_MIN, (void *)(handle)
#define COUNT 7

static void communicators(void)
{
    MPI_Comm freed;
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    MPI_Comm comms[COUNT] = {EACH(freed)};
    MPI_Comm_free(&freed);
    for (int i = 0; i < COUNT; i++) {
        int value = 0;
        MPI_Comm made;
        MPI_Group group;
        CHECK(MPI_Comm_rank(comms[i], &value) == MPI_ERR_COMM);
        CHECK(MPI_Send(&value, 1, MPI_INT, 0, 0, comms[i]) == MPI_ERR_COMM);
        CHECK(MPI_Recv(&value, 1, MPI_INT, 0, 0, comms[i], MPI_STATUS_IGNORE) == MPI_ERR_COMM);
        CHECK(MPI_Bcast(&value, 1, MPI_INT, 0, comms[i]) == MPI_ERR_COMM);
        CHECK(MPI_Comm_dup(comms[i], &made) == MPI_ERR_COMM);
        CHECK(MPI_Comm_free(&comms[i]) == MPI_ERR_COMM);
        CHECK(MPI_Comm_group(comms[i], &group) == MPI_ERR_COMM);
        CHECK(MPI_Comm_set_errhandler(comms[i], MPI_ERRORS_RETURN) == MPI_ERR_COMM);
    }
}

static void datatypes(void)
{
    MPI_Datatype freed;
    MPI_Type_contiguous(3, MPI_INT, &freed);
    MPI_Datatype types[COUNT] = {EACH(freed)};
    MPI_Type_free(&freed);
    for (int i = 0; i < COUNT; i++) {
        const int one = 1;
        const MPI_Aint zero = 0;
        MPI_Status status = {0};
        MPI_Datatype made;
        int value = 0;
        int result = 0;
        CHECK(MPI_Send(&value, 1, types[i], 0, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
        CHECK(MPI_Bcast(&value, 1, types[i], 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
        CHECK(MPI_Allreduce(&value, &result, 1, types[i], MPI_SUM, MPI_COMM_WORLD) == MPI_ERR_TYPE);
        CHECK(MPI_Type_commit(&types[i]) == MPI_ERR_TYPE);
        CHECK(MPI_Type_free(&types[i]) == MPI_ERR_TYPE);
        CHECK(MPI_Type_size(types[i], &value) == MPI_ERR_TYPE);
        CHECK(MPI_Get_count(&status, types[i], &value) == MPI_ERR_TYPE);
        CHECK(MPI_Get_elements(&status, types[i], &value) == MPI_ERR_TYPE);
        CHECK(MPI_Pack_size(1, types[i], MPI_COMM_WORLD, &value) == MPI_ERR_TYPE);
        if (i == COUNT - 1) {
            break; /* the new type may be where the freed one was */
        }
        CHECK(MPI_Type_contiguous(2, types[i], &made) == MPI_ERR_TYPE);
        CHECK(MPI_Type_vector(2, 1, 2, types[i], &made) == MPI_ERR_TYPE);
        CHECK(MPI_Type_indexed(1, &one, &one, types[i], &made) == MPI_ERR_TYPE);
        CHECK(MPI_Type_create_struct(1, &one, &zero, &types[i], &made) == MPI_ERR_TYPE);
    }
}

static void operate(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)length, (void)type;
}

static void operations(void)
{
    MPI_Op freed;
    MPI_Op_create(operate, 1, &freed);
    MPI_Op ops[COUNT] = {EACH(freed)};
    MPI_Op_free(&freed);
    for (int i = 0; i < COUNT; i++) {
        int value = 0;
        int result = 0;
        CHECK(MPI_Allreduce(&value, &result, 1, MPI_INT, ops[i], MPI_COMM_WORLD) == MPI_ERR_OP);
        CHECK(MPI_Scan(&value, &result, 1, MPI_INT, ops[i], MPI_COMM_WORLD) == MPI_ERR_OP);
        CHECK(MPI_Reduce_local(&value, &result, 1, MPI_INT, ops[i]) == MPI_ERR_OP);
        CHECK(MPI_Op_free(&ops[i]) == MPI_ERR_OP);
    }
}

static void requests(void)
{
    MPI_Request freed;
    int received = 0;
    MPI_Irecv(&received, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &freed);
    MPI_Request all[COUNT] = {EACH(freed)};
    MPI_Wait(&freed, MPI_STATUS_IGNORE);
    for (int i = 0; i < COUNT; i++) {
        MPI_Message message = all[i];
        int flag = 0;
        int which = 0;
        CHECK(MPI_Wait(&all[i], MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
        CHECK(MPI_Test(&all[i], &flag, MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
        CHECK(MPI_Waitall(1, &all[i], MPI_STATUSES_IGNORE) == MPI_ERR_REQUEST);
        CHECK(MPI_Waitany(1, &all[i], &which, MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
        CHECK(MPI_Start(&all[i]) == MPI_ERR_REQUEST);
        CHECK(MPI_Cancel(&all[i]) == MPI_ERR_REQUEST);
        CHECK(MPI_Request_free(&all[i]) == MPI_ERR_REQUEST);
        CHECK(MPI_Mrecv(&received, 1, MPI_INT, &message, MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
    }
}

static void groups(void)
{
    MPI_Group freed;
    MPI_Comm_group(MPI_COMM_WORLD, &freed);
    MPI_Group all[COUNT] = {EACH(freed)};
    MPI_Group_free(&freed);
    for (int i = 0; i < COUNT; i++) {
        MPI_Group made;
        MPI_Comm comm;
        int value = 0;
        CHECK(MPI_Group_size(all[i], &value) == MPI_ERR_GROUP);
        CHECK(MPI_Group_incl(all[i], 1, &value, &made) == MPI_ERR_GROUP);
        CHECK(MPI_Group_union(MPI_GROUP_EMPTY, all[i], &made) == MPI_ERR_GROUP);
        CHECK(MPI_Comm_create(MPI_COMM_WORLD, all[i], &comm) == MPI_ERR_GROUP);
        CHECK(MPI_Group_free(&all[i]) == MPI_ERR_GROUP);
    }
}

static void infos(void)
{
    MPI_Info freed;
    MPI_Info_create(&freed);
    MPI_Info all[COUNT] = {EACH(freed)};
    MPI_Info_free(&freed);
    for (int i = 0; i < COUNT; i++) {
        MPI_Info made;
        char text[8];
        int flag = 0;
        CHECK(MPI_Info_set(all[i], "key", "value") == MPI_ERR_INFO);
        CHECK(MPI_Info_get(all[i], "key", 7, text, &flag) == MPI_ERR_INFO);
        CHECK(MPI_Info_dup(all[i], &made) == MPI_ERR_INFO);
        CHECK(MPI_Comm_set_info(MPI_COMM_WORLD, all[i]) == MPI_ERR_INFO);
        CHECK(MPI_Info_free(&all[i]) == MPI_ERR_INFO);
    }
}

static int errors;

static void count(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    errors += *code == MPI_ERR_ARG || *code == MPI_ERR_TYPE;
}

static void error_handlers(void)
{
    MPI_Errhandler handler;
    MPI_Errhandler freed;
    MPI_Comm_create_errhandler(count, &freed);
    MPI_Comm_create_errhandler(count, &handler);
    MPI_Errhandler all[COUNT] = {EACH(freed)};
    MPI_Errhandler_free(&freed);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    for (int i = 0; i < COUNT; i++) {
        CHECK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, all[i]) == MPI_ERR_ARG);
        CHECK(MPI_Errhandler_free(&all[i]) == MPI_ERR_ARG);
    }
    CHECK(MPI_Send(&errors, 1, (MPI_Datatype)something_else, 0, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
    CHECK(errors == 2 * COUNT + 1);
    MPI_Errhandler_free(&handler);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    communicators();
    datatypes();
    operations();
    requests();
    groups();
    infos();
    error_handlers();
    return finish();
}
