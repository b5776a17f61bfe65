/* What is fixed on a chip grows on this machine: objects, requests, reductions of long elements, messages that come before
 * their receives, and communicators that are made one after the other. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

static void many_objects(void)
{
    enum { COUNT = 60000 };
    MPI_Info *const infos = malloc(COUNT * sizeof *infos);
    MPI_Datatype *const types = malloc(COUNT * sizeof *types);
    const int lengths[2] = {1, 2};
    const int places[2] = {0, 5};
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) {
        wrong += MPI_Info_create(&infos[i]) != MPI_SUCCESS;
        wrong += MPI_Info_set(infos[i], "a key that is not short", "a value that is not short either") != MPI_SUCCESS;
        wrong += MPI_Type_indexed(2, lengths, places, MPI_INT, &types[i]) != MPI_SUCCESS;
    }
    for (int i = 0; i < COUNT; i++) {
        wrong += MPI_Info_free(&infos[i]) != MPI_SUCCESS || MPI_Type_free(&types[i]) != MPI_SUCCESS;
    }
    CHECK(wrong == 0);
    free(infos);
    free(types);
}

/* More than the 8,192 that there once were. */
static void many_requests(void)
{
    enum { COUNT = 50000 };
    MPI_Request *const requests = malloc(2 * COUNT * sizeof *requests);
    int *const values = calloc(2 * COUNT, sizeof *values);
    const int next = (rank + 1) % size;
    const int last = (rank + size - 1) % size;
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) {
        wrong += MPI_Irecv(&values[i], 1, MPI_INT, last, i, MPI_COMM_WORLD, &requests[i]) != MPI_SUCCESS;
    }
    for (int i = 0; i < COUNT; i++) {
        values[COUNT + i] = i + rank;
        wrong += MPI_Isend(&values[COUNT + i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &requests[COUNT + i]) != MPI_SUCCESS;
    }
    CHECK(MPI_Waitall(2 * COUNT, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    for (int i = 0; i < COUNT; i++) {
        wrong += values[i] != i + last;
    }
    CHECK(wrong == 0);
    free(requests);
    free(values);
}

enum { LONG = 50000 };

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length * LONG; i++) {
        ((int *)inout)[i] += ((const int *)in)[i];
    }
}

/* Of 200,000 bytes, in turn with short ones. */
static void long_elements(void)
{
    MPI_Datatype type;
    MPI_Op op;
    int *const own = malloc(3 * LONG * sizeof *own);
    int *const sum = malloc(3 * LONG * sizeof *sum);
    MPI_Type_contiguous(LONG, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    for (int count = 1; count <= 3; count++) {
        int wrong = 0;
        int one = 1;
        int all = 0;
        for (int i = 0; i < count * LONG; i++) {
            own[i] = i + rank;
            sum[i] = -1;
        }
        CHECK(MPI_Allreduce(own, sum, count, type, op, MPI_COMM_WORLD) == MPI_SUCCESS);
        for (int i = 0; i < count * LONG; i++) {
            wrong += sum[i] != size * i + size * (size - 1) / 2;
        }
        CHECK(MPI_Scan(own, sum, count, type, op, MPI_COMM_WORLD) == MPI_SUCCESS);
        for (int i = 0; i < count * LONG; i++) {
            wrong += sum[i] != (rank + 1) * i + rank * (rank + 1) / 2;
        }
        CHECK(MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS && all == size);
        CHECK(wrong == 0);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(own);
    free(sum);
}

/* Rank 0 receives last what was sent first, with MPI_Send. */
static void many_before_the_one_that_is_waited_for(int count, int bytes)
{
    static char data[8192];
    int wrong = 0;
    if (rank != 0) {
        for (int i = 0; i < count; i++) {
            memset(data, i % 100 + rank, (size_t)bytes);
            MPI_Send(data, bytes, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
        }
        MPI_Send(data, bytes, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
        return;
    }
    for (int source = 1; source < size; source++) {
        MPI_Recv(data, bytes, MPI_CHAR, source, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < count; i++) {
        for (int source = 1; source < size; source++) {
            MPI_Recv(data, bytes, MPI_CHAR, source, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            wrong += data[0] != i % 100 + source || data[bytes - 1] != i % 100 + source;
        }
    }
    CHECK(wrong == 0);
}

/* A message to oneself is kept as well. */
static void many_to_oneself(void)
{
    int value = 0;
    int wrong = 0;
    for (int i = 0; i < 1000; i++) {
        MPI_Send(&i, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
    }
    for (int i = 0; i < 1000; i++) {
        MPI_Recv(&value, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong += value != i;
    }
    CHECK(wrong == 0);
}

static void communicators_come_and_go(void)
{
    for (int i = 0; i < 20000; i++) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_free(&comm);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    many_objects();
    many_requests();
    long_elements();
    for (int round = 0; round < 3; round++) {
        many_before_the_one_that_is_waited_for(1000, 8000);
        many_before_the_one_that_is_waited_for(3000, 1);
        many_to_oneself();
    }
    communicators_come_and_go();
    return finish();
}
