/* Names of communicators (MPI 4.0, section 7.8). */
#include "mpi_internal.h"

#include <string.h>

int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_set_name", &found));
    if (!found->name) {
        found->name = weft_mpi_new(MPI_MAX_OBJECT_NAME);
        if (!found->name) {
            return MPI_ERR_NO_MEM;
        }
    }
    strncpy(found->name, comm_name, MPI_MAX_OBJECT_NAME - 1);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_set_name)

static const char *name_of(const struct weft_mpi_comm *comm)
{
    if (comm->name) {
        return comm->name;
    }
    return comm == &weft_mpi_world ? "MPI_COMM_WORLD" : comm == &weft_mpi_self ? "MPI_COMM_SELF" : "";
}

int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_get_name", &found));
    strcpy(comm_name, name_of(found));
    *resultlen = (int)strlen(comm_name);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_get_name)
