// Error classes by name. Codes differ between libraries; the class that MPI_Error_class gives for a code does not.
//
// covers: MPI_Comm_set_errhandler MPI_Error_class
#ifndef ERRORS_H
#define ERRORS_H

#include "say.h"

static inline const char *class_name(int code)
{
    static const struct {
        int class;
        const char *name;
    } names[] = {
        {MPI_SUCCESS, "MPI_SUCCESS"},
        {MPI_ERR_BUFFER, "MPI_ERR_BUFFER"},
        {MPI_ERR_COUNT, "MPI_ERR_COUNT"},
        {MPI_ERR_TYPE, "MPI_ERR_TYPE"},
        {MPI_ERR_TAG, "MPI_ERR_TAG"},
        {MPI_ERR_COMM, "MPI_ERR_COMM"},
        {MPI_ERR_RANK, "MPI_ERR_RANK"},
        {MPI_ERR_REQUEST, "MPI_ERR_REQUEST"},
        {MPI_ERR_ROOT, "MPI_ERR_ROOT"},
        {MPI_ERR_GROUP, "MPI_ERR_GROUP"},
        {MPI_ERR_OP, "MPI_ERR_OP"},
        {MPI_ERR_TOPOLOGY, "MPI_ERR_TOPOLOGY"},
        {MPI_ERR_DIMS, "MPI_ERR_DIMS"},
        {MPI_ERR_ARG, "MPI_ERR_ARG"},
        {MPI_ERR_UNKNOWN, "MPI_ERR_UNKNOWN"},
        {MPI_ERR_TRUNCATE, "MPI_ERR_TRUNCATE"},
        {MPI_ERR_OTHER, "MPI_ERR_OTHER"},
        {MPI_ERR_INTERN, "MPI_ERR_INTERN"},
        {MPI_ERR_IN_STATUS, "MPI_ERR_IN_STATUS"},
        {MPI_ERR_PENDING, "MPI_ERR_PENDING"},
        {MPI_ERR_KEYVAL, "MPI_ERR_KEYVAL"},
        {MPI_ERR_INFO, "MPI_ERR_INFO"},
        {MPI_ERR_INFO_KEY, "MPI_ERR_INFO_KEY"},
        {MPI_ERR_INFO_VALUE, "MPI_ERR_INFO_VALUE"},
        {MPI_ERR_INFO_NOKEY, "MPI_ERR_INFO_NOKEY"},
    };
    int class = MPI_ERR_UNKNOWN;
    MPI_Error_class(code, &class);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].class == class)
            return names[i].name;
    return "another class";
}

// Errors on MPI_COMM_WORLD, and those that concern no communicator, are returned from now on.
static inline void return_errors(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

// `what` begins with the name of the function that returned `code`.
static inline void say_error(const char *what, int code)
{
    say("%s: %s", what, class_name(code));
}

#endif
