// The count of a message in units of a datatype; MPI_UNDEFINED when it is not a whole number of them.
//
// ranks: 2
// covers: MPI_Get_count MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    char bytes[64] = {0};
    for (int length = 0; length <= 24; length += 3) {
        if (rank == 0) {
            MPI_Send(bytes, length, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Status status;
            int as_bytes, as_shorts, as_int64;
            MPI_Recv(bytes, 64, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_BYTE, &as_bytes);
            MPI_Get_count(&status, MPI_INT16_T, &as_shorts);
            MPI_Get_count(&status, MPI_INT64_T, &as_int64);
            say("%d bytes, 16-bit: %d, 64-bit: %d", as_bytes, as_shorts == MPI_UNDEFINED ? -1 : as_shorts,
                as_int64 == MPI_UNDEFINED ? -1 : as_int64);
        }
    }
    end();
}
