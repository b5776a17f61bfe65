/* Communicators and their error handlers. */
#include "mpi_internal.h"

#include <stdarg.h>
#include <string.h>

#include "arch/arch.h"
#include "report.h"

#define INDEX(comm) ((uintptr_t)(comm)&0xFFFFFFu)

static WEFT_PER_RANK bool errors_return[2]; /* of MPI_COMM_WORLD and MPI_COMM_SELF */

static bool is_comm(MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF;
}

static const char *error_text(int code)
{
    static const char *const names[] = {
        "MPI_SUCCESS: no error",
        "MPI_ERR_BUFFER: invalid buffer pointer",
        "MPI_ERR_COUNT: invalid count argument",
        "MPI_ERR_TYPE: invalid datatype argument",
        "MPI_ERR_TAG: invalid tag argument",
        "MPI_ERR_COMM: invalid communicator",
        "MPI_ERR_RANK: invalid rank",
        "MPI_ERR_ROOT: invalid root",
        "MPI_ERR_OP: invalid operation",
        "MPI_ERR_ARG: invalid argument",
        "MPI_ERR_UNKNOWN: unknown error",
        "MPI_ERR_TRUNCATE: message truncated",
        "MPI_ERR_OTHER: known error not in this list",
        "MPI_ERR_INTERN: internal error",
    };
    return names[code >= 0 && code <= MPI_ERR_LASTCODE ? code : MPI_ERR_UNKNOWN];
}

/* An error that no communicator owns is MPI_COMM_WORLD's. */
int weft_mpi_error(MPI_Comm comm, int class, const char *format, ...)
{
    if (errors_return[is_comm(comm) ? INDEX(comm) : 0]) {
        return class;
    }
    va_list values;
    va_start(values, format);
    weft_report_noted(error_text(class), format, values);
    va_end(values);
    weft_arch_abort(1);
}

__attribute__((cold)) int weft_mpi_no_group(MPI_Comm comm, const char *function)
{
    if (weft_self()->size == 0) {
        return weft_mpi_error(comm, MPI_ERR_OTHER, "%s was called before MPI_Init or after MPI_Finalize", function);
    }
    return weft_mpi_error(comm, MPI_ERR_COMM, "%s: the communicator is not one", function);
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    struct weft_mpi_group group;
    int error = weft_mpi_group(comm, "MPI_Comm_rank", &group);
    if (error == MPI_SUCCESS && (error = weft_mpi_check_pointer(comm, "MPI_Comm_rank", rank)) == MPI_SUCCESS) {
        *rank = (int)group.rank;
    }
    return error;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    struct weft_mpi_group group;
    int error = weft_mpi_group(comm, "MPI_Comm_size", &group);
    if (error == MPI_SUCCESS && (error = weft_mpi_check_pointer(comm, "MPI_Comm_size", size)) == MPI_SUCCESS) {
        *size = (int)group.size;
    }
    return error;
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    struct weft_mpi_group group;
    const int error = weft_mpi_group(comm, "MPI_Comm_set_errhandler", &group);
    if (error != MPI_SUCCESS) {
        return error;
    }
    if (errhandler != MPI_ERRORS_ARE_FATAL && errhandler != MPI_ERRORS_RETURN) {
        return weft_mpi_error(comm, MPI_ERR_ARG, "MPI_Comm_set_errhandler: the error handler is not one");
    }
    errors_return[INDEX(comm)] = errhandler == MPI_ERRORS_RETURN;
    return MPI_SUCCESS;
}

int MPI_Error_string(int errorcode, char *string, int *resultlen)
{
    const char *const text = error_text(errorcode);
    strcpy(string, text);
    *resultlen = (int)strlen(text);
    if (errorcode < 0 || errorcode > MPI_ERR_LASTCODE) {
        return weft_mpi_error(MPI_COMM_WORLD, MPI_ERR_ARG, "MPI_Error_string: %d is no error code", errorcode);
    }
    return MPI_SUCCESS;
}
