/* A null pointer where a result is to go is an error, which the communicator's handler gets. Without a flag,
 * MPI_Iprobe() would wait for ever. */
#include "check.h"

static void messages(void)
{
    int word = 0;
    MPI_Message message;
    const MPI_Comm world = MPI_COMM_WORLD;
    CHECK(MPI_Iprobe(0, 0, world, NULL, MPI_STATUS_IGNORE) == MPI_ERR_ARG);
    CHECK(MPI_Improbe(0, 0, world, NULL, &message, MPI_STATUS_IGNORE) == MPI_ERR_ARG);
    CHECK(MPI_Isend(&word, 1, MPI_INT, MPI_PROC_NULL, 0, world, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Irecv(&word, 1, MPI_INT, 0, 0, world, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Send_init(&word, 1, MPI_INT, 0, 0, world, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Recv_init(&word, 1, MPI_INT, 0, 0, world, NULL) == MPI_ERR_ARG);
}

static void communicators(void)
{
    MPI_Group group;
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Comm_dup(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Comm_split(MPI_COMM_WORLD, 0, 0, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Comm_group(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    CHECK(MPI_Comm_create(MPI_COMM_WORLD, group, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Group_size(group, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Group_rank(group, NULL) == MPI_ERR_ARG);
    MPI_Group_free(&group);
}

static void datatypes(void)
{
    MPI_Aint bound;
    CHECK(MPI_Type_size(MPI_INT, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Type_get_extent(MPI_INT, &bound, NULL) == MPI_ERR_ARG);
    CHECK(MPI_Type_get_true_extent(MPI_INT, NULL, &bound) == MPI_ERR_ARG);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    messages();
    communicators();
    datatypes();
    return finish();
}
