// Every error class has a text that fits, and is its own class.
//
// ranks: 1 2
// covers: MPI_Error_class MPI_Error_string
#include "errors.h"
#include <string.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int classes[] = {
        MPI_SUCCESS,      MPI_ERR_BUFFER,   MPI_ERR_COUNT,    MPI_ERR_TYPE,       MPI_ERR_TAG,
        MPI_ERR_COMM,     MPI_ERR_RANK,     MPI_ERR_REQUEST,  MPI_ERR_ROOT,       MPI_ERR_GROUP,
        MPI_ERR_OP,       MPI_ERR_TOPOLOGY, MPI_ERR_DIMS,     MPI_ERR_ARG,        MPI_ERR_UNKNOWN,
        MPI_ERR_TRUNCATE, MPI_ERR_OTHER,    MPI_ERR_INTERN,   MPI_ERR_IN_STATUS,  MPI_ERR_PENDING,
        MPI_ERR_KEYVAL,   MPI_ERR_INFO,     MPI_ERR_INFO_KEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO_NOKEY};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        char text[MPI_MAX_ERROR_STRING];
        int length = -1, class = -1;
        MPI_Error_string(classes[i], text, &length);
        MPI_Error_class(classes[i], &class);
        say("%s: text %d, length right %d, own class %d, below the last code %d", class_name(classes[i]), length > 0,
            strlen(text) == (size_t)length && length < MPI_MAX_ERROR_STRING, class == classes[i],
            classes[i] <= MPI_ERR_LASTCODE);
    }
    say("success is 0: %d", MPI_SUCCESS == 0);
    end();
}
