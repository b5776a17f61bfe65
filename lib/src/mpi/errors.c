/* Error classes and their texts, and the error handlers of communicators (MPI 4.0, chapter 9). */
#include "mpi_internal.h"

#include <string.h>

/* One behind the other: less than a table of addresses and whole names. */
const char *weft_mpi_error_name(int class)
{
    static const char names[] =
        "SUCCESS\0BUFFER\0COUNT\0TYPE\0TAG\0COMM\0RANK\0REQUEST\0ROOT\0GROUP\0OP\0TOPOLOGY\0DIMS\0ARG\0UNKNOWN\0TRUNCAT"
        "E\0OTHER\0INTERN\0IN_STATUS\0PENDING\0KEYVAL\0NO_MEM\0INFO\0INFO_KEY\0INFO_VALUE\0INFO_NOKEY";
    const char *name = names;
    for (int i = class >= 0 && class <= MPI_ERR_LASTCODE ? class : MPI_ERR_UNKNOWN; i > 0; i--) {
        while (*name++ != '\0') {
        }
    }
    return name;
}

static int check_code(const char *function, int code)
{
    if (code < 0 || code > MPI_ERR_LASTCODE) {
        return weft_mpi_error(NULL, MPI_ERR_ARG, "%s: %d is no error code", function, code);
    }
    return MPI_SUCCESS;
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
    struct weft_mpi_errhandler *const made = weft_mpi_new(sizeof *made);
    if (!made) {
        return weft_mpi_no_memory(NULL, "MPI_Comm_create_errhandler");
    }
    *made = (struct weft_mpi_errhandler){WEFT_MPI_IS_ERRHANDLER, 1, comm_errhandler_fn};
    *errhandler = made;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_create_errhandler)

void weft_mpi_own_errhandler(MPI_Errhandler errhandler, int32_t owners)
{
    if (weft_mpi_is(errhandler, WEFT_MPI_IS_ERRHANDLER)) {
        errhandler->references += owners;
        if (errhandler->references == 0) {
            weft_mpi_delete(errhandler);
        }
    }
}

static int check_errhandler(const struct weft_mpi_comm *comm, const char *function, MPI_Errhandler errhandler)
{
    if (errhandler == MPI_ERRORS_ARE_FATAL || errhandler == MPI_ERRORS_RETURN ||
        weft_mpi_is(errhandler, WEFT_MPI_IS_ERRHANDLER)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_no(comm, MPI_ERR_ARG, function, "error handler");
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    static const char function[] = "MPI_Comm_set_errhandler";
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(check_errhandler(found, function, errhandler));
    weft_mpi_own_errhandler(errhandler, 1);
    weft_mpi_own_errhandler(found->errhandler, -1);
    found->errhandler = errhandler;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_set_errhandler)

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_get_errhandler", &found));
    *errhandler = found->errhandler ? found->errhandler : MPI_ERRORS_ARE_FATAL;
    weft_mpi_own_errhandler(*errhandler, 1);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_get_errhandler)

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    static const char function[] = "MPI_Comm_call_errhandler";
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    (void)weft_mpi_error(found, errorcode, "%s was called with error code %d", function, errorcode);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_call_errhandler)

int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    WEFT_TRY(check_errhandler(NULL, "MPI_Errhandler_free", *errhandler));
    weft_mpi_own_errhandler(*errhandler, -1);
    *errhandler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Errhandler_free)
