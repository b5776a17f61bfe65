// A code that a function returned has a text too.
//
// ranks: 1 2
// covers: MPI_Error_string MPI_Send
#include "errors.h"
#include <string.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    char text[MPI_MAX_ERROR_STRING];
    int length = -1, code = MPI_Send(NULL, 0, MPI_INT, size + 5, 0, MPI_COMM_WORLD);
    say_error("MPI_Error_string, of a code", MPI_Error_string(code, text, &length));
    say("text %d, length right %d", length > 0, strlen(text) == (size_t)length && length < MPI_MAX_ERROR_STRING);
    end();
}
