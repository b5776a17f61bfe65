// MPI_Buffer_detach waits until the buffered messages have left; their content is what it was when they were sent.
//
// ranks: 2
// covers: MPI_Bsend MPI_Buffer_attach MPI_Buffer_detach MPI_Recv
#include "say.h"

enum { ROOM = 3 * (500 * (int)sizeof(int) + MPI_BSEND_OVERHEAD) };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int buffer[ROOM / (int)sizeof(int) + 1], words[500];
    for (int attached = 0; attached < 2; attached++) {
        if (rank == 0) {
            void *detached;
            int length;
            MPI_Buffer_attach(buffer, ROOM);
            for (int tag = 0; tag < 3; tag++) {
                for (int i = 0; i < 500; i++)
                    words[i] = attached * 100 + tag;
                MPI_Bsend(words, 500, MPI_INT, 1, tag, MPI_COMM_WORLD);
            }
            MPI_Buffer_detach(&detached, &length);
            for (int i = 0; i < ROOM / (int)sizeof(int); i++)
                buffer[i] = -1;
        } else {
            for (int tag = 2; tag >= 0; tag--) {
                MPI_Recv(words, 500, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                say("tag %d: %d %d", tag, words[0], words[499]);
            }
        }
    }
    end();
}
