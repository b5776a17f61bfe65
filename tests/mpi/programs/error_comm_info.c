// Wrong arguments of the functions for hints of communicators.
//
// ranks: 1 2
// covers: MPI_Comm_dup_with_info MPI_Comm_get_info MPI_Comm_set_info MPI_Info_create MPI_Info_free
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    MPI_Comm comm;
    MPI_Info info, used;
    MPI_Info_create(&info);
    say_error("MPI_Comm_set_info, null communicator", MPI_Comm_set_info(MPI_COMM_NULL, info));
    say_error("MPI_Comm_get_info, null communicator", MPI_Comm_get_info(MPI_COMM_NULL, &used));
    say_error("MPI_Comm_dup_with_info, null communicator", MPI_Comm_dup_with_info(MPI_COMM_NULL, info, &comm));
    MPI_Info_free(&info);
    end();
}
