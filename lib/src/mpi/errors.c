/* Error classes and their texts, and the error handlers of communicators (MPI 4.0, chapter 9). */
#include "mpi_internal.h"

#include <string.h>

/* The names are consecutive strings: smaller than a table of addresses and full names. */
const char *weft_mpi_error_name(int class)
{
    static const char names[] =
        "SUCCESS\0BUFFER\0COUNT\0TYPE\0TAG\0COMM\0RANK\0REQUEST\0ROOT\0GROUP\0OP\0TOPOLOGY\0DIMS\0ARG\0UNKNOWN\0TRUNCAT"
        "E\0OTHER\0INTERN\0IN_STATUS\0PENDING\0KEYVAL\0NO_MEM\0INFO\0INFO_KEY\0INFO_VALUE\0INFO_NOKEY"
#if defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
        "\0TIMEOUT"
#endif
        ;
    const char *name = names;
    for (int i = class >= 0 && class <= MPI_ERR_LASTCODE ? class : MPI_ERR_UNKNOWN; i > 0; i--) {
        while (*name++ != '\0') {
        }
    }
    return name;
}

static int check_code(const char *function, int code)
{
    weft_mpi_enter(function);
    return code >= 0 && code <= MPI_ERR_LASTCODE ? MPI_SUCCESS
                                                 : weft_mpi_error(MPI_ERR_ARG, "%d is no error code", code);
}

int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
    strcpy(string, errorcode == MPI_SUCCESS ? "MPI_" : "MPI_ERR_");
    strcat(string, weft_mpi_error_name(errorcode));
    *resultlen = (int)strlen(string);
    return check_code("MPI_Error_string", errorcode);
}
WEFT_MPI_NAME(Error_string)

int PMPI_Error_class(int errorcode, int *errorclass)
{
    *errorclass = errorcode;
    return check_code("MPI_Error_class", errorcode);
}
WEFT_MPI_NAME(Error_class)

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)
{
    weft_mpi_enter("MPI_Comm_create_errhandler");
    *errhandler = weft_mpi_new_object(sizeof **errhandler, WEFT_MPI_IS_ERRHANDLER);
    if (!*errhandler) {
        return MPI_ERR_NO_MEM;
    }
    (*errhandler)->function = comm_errhandler_fn;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_create_errhandler)

static int check_errhandler(MPI_Errhandler errhandler)
{
    const bool exists = errhandler == MPI_ERRORS_ARE_FATAL || errhandler == MPI_ERRORS_RETURN ||
                        weft_mpi_is(errhandler, WEFT_MPI_IS_ERRHANDLER);
    return exists ? MPI_SUCCESS : weft_mpi_no(WEFT_MPI_IS_ERRHANDLER);
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_set_errhandler", &found));
    WEFT_TRY(check_errhandler(errhandler));
    weft_mpi_share(errhandler);
    weft_mpi_release(found->errhandler);
    found->errhandler = errhandler;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_set_errhandler)

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_get_errhandler", &found));
    *errhandler = found->errhandler ? found->errhandler : MPI_ERRORS_ARE_FATAL;
    weft_mpi_share(*errhandler);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_get_errhandler)

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_call_errhandler", &found));
    (void)weft_mpi_error(errorcode, "called with error code %d", errorcode);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_call_errhandler)

int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    weft_mpi_enter("MPI_Errhandler_free");
    WEFT_TRY(check_errhandler(*errhandler));
    weft_mpi_release(*errhandler);
    *errhandler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Errhandler_free)
