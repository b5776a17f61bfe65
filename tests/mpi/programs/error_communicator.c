// Wrong arguments of the functions that make and free communicators.
//
// ranks: 1 2
// covers: MPI_Comm_compare MPI_Comm_create MPI_Comm_dup MPI_Comm_free MPI_Comm_get_attr MPI_Comm_get_name
// covers: MPI_Comm_idup MPI_Comm_rank MPI_Comm_set_name MPI_Comm_size MPI_Comm_split MPI_Comm_split_type
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    MPI_Comm comm, null = MPI_COMM_NULL;
    MPI_Request request;
    int value, flag;
    char name[MPI_MAX_OBJECT_NAME];
    say_error("MPI_Comm_size, null communicator", MPI_Comm_size(MPI_COMM_NULL, &value));
    say_error("MPI_Comm_rank, null communicator", MPI_Comm_rank(MPI_COMM_NULL, &value));
    say_error("MPI_Comm_dup, null communicator", MPI_Comm_dup(MPI_COMM_NULL, &comm));
    say_error("MPI_Comm_free, null communicator", MPI_Comm_free(&null));
    say_error("MPI_Comm_split, null communicator", MPI_Comm_split(MPI_COMM_NULL, 0, 0, &comm));
    say_error("MPI_Comm_split_type, wrong type", MPI_Comm_split_type(MPI_COMM_WORLD, -99, 0, MPI_INFO_NULL, &comm));
    say_error("MPI_Comm_create, null group", MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &comm));
    say_error("MPI_Comm_compare, null communicator", MPI_Comm_compare(MPI_COMM_NULL, MPI_COMM_WORLD, &value));
    say_error("MPI_Comm_get_name, null communicator", MPI_Comm_get_name(MPI_COMM_NULL, name, &value));
    say_error("MPI_Comm_set_name, null communicator", MPI_Comm_set_name(MPI_COMM_NULL, "none"));
    say_error("MPI_Comm_get_attr, null communicator", MPI_Comm_get_attr(MPI_COMM_NULL, MPI_TAG_UB, name, &flag));
    say_error("MPI_Comm_idup, null communicator", MPI_Comm_idup(MPI_COMM_NULL, &comm, &request));
    end();
}
