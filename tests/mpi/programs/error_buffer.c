// Buffered sends without room, and a wrong buffer. The message that does not fit comes last: Open MPI 4.1 would not
// deliver what follows it.
//
// ranks: 1 2
// covers: MPI_Bsend MPI_Buffer_attach MPI_Buffer_detach MPI_Recv
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    static char buffer[2000];
    static int words[1000];
    void *detached;
    int length;
    say_error("MPI_Buffer_attach", MPI_Buffer_attach(buffer, (int)sizeof buffer));
    say_error("MPI_Bsend, short enough", MPI_Bsend(words, 10, MPI_INT, rank, 0, MPI_COMM_WORLD));
    say_error("MPI_Recv", MPI_Recv(words, 1000, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    say_error("MPI_Bsend, too long", MPI_Bsend(words, 1000, MPI_INT, rank, 0, MPI_COMM_WORLD));
    say_error("MPI_Buffer_detach", MPI_Buffer_detach(&detached, &length));
    say_error("MPI_Buffer_attach, negative length", MPI_Buffer_attach(buffer, -1));
    end();
}
