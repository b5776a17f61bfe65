/* The error that each wrong argument returns with MPI_ERRORS_RETURN; a truncated message is always reported. */
#include "check.h"

#include <string.h>

static void arguments(void)
{
    int word = 0;
    int value;
    const MPI_Comm world = MPI_COMM_WORLD;
    CHECK(MPI_Send(&word, 1, MPI_INT, size, 0, world) == MPI_ERR_RANK);
    CHECK(MPI_Send(&word, 1, MPI_INT, -5, 0, world) == MPI_ERR_RANK);
    CHECK(MPI_Send(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, world) == MPI_ERR_RANK);
    CHECK(MPI_Send(&word, -1, MPI_INT, 0, 0, world) == MPI_ERR_COUNT);
    CHECK(MPI_Send(&word, 2000000000, MPI_DOUBLE, 0, 0, world) == MPI_ERR_COUNT);
    CHECK(MPI_Send(&word, 1, MPI_INT, 0, -1, world) == MPI_ERR_TAG);
    CHECK(MPI_Send(&word, 1, MPI_DATATYPE_NULL, 0, 0, world) == MPI_ERR_TYPE);
    CHECK(MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_NULL) == MPI_ERR_COMM);
    CHECK(MPI_Send(NULL, 1, MPI_INT, 0, 0, world) == MPI_ERR_BUFFER);
    CHECK(MPI_Recv(&word, 1, MPI_INT, size, 0, world, MPI_STATUS_IGNORE) == MPI_ERR_RANK);
    CHECK(MPI_Recv(&word, 1, MPI_INT, 0, -7, world, MPI_STATUS_IGNORE) == MPI_ERR_TAG);
    CHECK(MPI_Recv(NULL, 1, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE) == MPI_ERR_BUFFER);
    CHECK(MPI_Bcast(&word, 1, MPI_INT, size, world) == MPI_ERR_ROOT);
    CHECK(MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, world) == MPI_ERR_BUFFER);
    CHECK(MPI_Reduce(&word, &value, 1, MPI_INT, MPI_OP_NULL, 0, world) == MPI_ERR_OP);
    CHECK(MPI_Allreduce(&word, &value, 1, MPI_FLOAT, MPI_BAND, world) == MPI_ERR_OP);
    CHECK(MPI_Allreduce(&word, &value, 1, MPI_CHAR, MPI_SUM, world) == MPI_ERR_OP);
    CHECK(MPI_Gather(&word, 1, MPI_INT, &value, 1, MPI_INT, -1, world) == MPI_ERR_ROOT);
    CHECK(MPI_Barrier(MPI_COMM_NULL) == MPI_ERR_COMM);
    CHECK(MPI_Comm_rank(world, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Init(NULL, NULL) == MPI_ERR_OTHER);
}

static void truncation(int sent, int room)
{
    static char out[5000];
    static char in[5001];
    MPI_Status status;
    int count;
    memset(out, 7, sizeof out);
    memset(in, 1, sizeof in);
    if (rank == 0) {
        MPI_Send(out, sent, MPI_CHAR, 1, 3, MPI_COMM_WORLD);
    } else if (rank == 1) {
        CHECK(MPI_Recv(in, room, MPI_CHAR, 0, 3, MPI_COMM_WORLD, &status) == MPI_ERR_TRUNCATE);
        MPI_Get_count(&status, MPI_CHAR, &count);
        CHECK(count == room && status.MPI_SOURCE == 0 && status.MPI_TAG == 3);
        CHECK(in[room - 1] == 7 && in[room] == 1);
    }
}

/* Longer than what any link sends before its receiver is ready. */
static void to_oneself(void)
{
    static char large[10000];
    const int length = sizeof large;
    CHECK(MPI_Send(large, length, MPI_CHAR, rank, 0, MPI_COMM_WORLD) == MPI_ERR_OTHER);
    CHECK(MPI_Sendrecv(large, length, MPI_CHAR, rank, 0, large, length, MPI_CHAR, rank, 1, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE) == MPI_ERR_OTHER);
}

static void strings(void)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;
    CHECK(MPI_Error_string(MPI_ERR_TRUNCATE, text, &length) == MPI_SUCCESS);
    CHECK(strstr(text, "MPI_ERR_TRUNCATE") != NULL && (int)strlen(text) == length);
    CHECK(MPI_Error_string(1000, text, &length) == MPI_ERR_ARG);
}

static void counts(void)
{
    MPI_Status status;
    int count;
    if (rank == 0) {
        MPI_Send("abcdef", 6, MPI_CHAR, size - 1, 0, MPI_COMM_WORLD);
    }
    if (rank == size - 1) {
        char text[8];
        MPI_Recv(text, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &status);
        CHECK(MPI_Get_count(&status, MPI_SHORT, &count) == MPI_SUCCESS && count == 3);
        CHECK(MPI_Get_count(&status, MPI_INT, &count) == MPI_SUCCESS && count == MPI_UNDEFINED);
    }
}

int main(int argc, char **argv)
{
    int flag;
    MPI_Initialized(&flag);
    CHECK(!flag);
    begin(&argc, &argv);
    MPI_Initialized(&flag);
    CHECK(flag);
    CHECK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) == MPI_SUCCESS);
    arguments();
    if (size > 1) {
        truncation(8, 5);
        truncation(64, 1);
        truncation(65, 64);
        truncation(5000, 4999);
        truncation(5000, 17);
    }
    to_oneself();
    strings();
    counts();
    double before = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_Wtime() > before && MPI_Wtick() > 0 && MPI_Wtick() < 1e-6);
    MPI_Finalize();
    MPI_Finalized(&flag);
    CHECK(flag && MPI_Barrier(MPI_COMM_WORLD) == MPI_ERR_OTHER);
    return failures > 0;
}
