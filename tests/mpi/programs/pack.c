// Numbers of different types in one packed message.
//
// ranks: 2
// covers: MPI_Get_count MPI_Pack MPI_Recv MPI_Send MPI_Unpack
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    char packed[200], text[8] = "weft";
    int count = 3, words[3] = {7, 8, 9}, position = 0;
    double real = 1.25;
    if (rank == 0) {
        MPI_Pack(&count, 1, MPI_INT, packed, 200, &position, MPI_COMM_WORLD);
        MPI_Pack(words, count, MPI_INT, packed, 200, &position, MPI_COMM_WORLD);
        MPI_Pack(&real, 1, MPI_DOUBLE, packed, 200, &position, MPI_COMM_WORLD);
        MPI_Pack(text, 5, MPI_CHAR, packed, 200, &position, MPI_COMM_WORLD);
        MPI_Send(packed, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Status status;
        int length;
        count = words[0] = words[2] = 0, real = 0, text[0] = '?';
        MPI_Recv(packed, 200, MPI_PACKED, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_PACKED, &length);
        MPI_Unpack(packed, length, &position, &count, 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Unpack(packed, length, &position, words, count, MPI_INT, MPI_COMM_WORLD);
        MPI_Unpack(packed, length, &position, &real, 1, MPI_DOUBLE, MPI_COMM_WORLD);
        MPI_Unpack(packed, length, &position, text, 5, MPI_CHAR, MPI_COMM_WORLD);
        say("all read: %d", position == length);
    }
    say_ints("words", words, count);
    say("four times the real %d, text %s", (int)(4 * real), text);
    end();
}
