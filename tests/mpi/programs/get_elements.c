// The number of basic elements of messages that end in the middle of a structure.
//
// ranks: 2
// covers: MPI_Get_count MPI_Get_elements MPI_Recv MPI_Send MPI_Type_commit MPI_Type_contiguous
// covers: MPI_Type_create_struct MPI_Type_free
#include "say.h"
#include <stdint.h>

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int lengths[2] = {1, 2};
    const MPI_Aint places[2] = {0, 4};
    const MPI_Datatype members[2] = {MPI_INT32_T, MPI_INT16_T};
    MPI_Datatype type, triple;
    MPI_Type_create_struct(2, lengths, places, members, &type);
    MPI_Type_contiguous(3, MPI_INT16_T, &triple);
    MPI_Type_commit(&type);
    MPI_Type_commit(&triple);
    static int16_t halves[24];
    for (int length = 0; length <= 12; length++) {
        if (rank == 0) {
            MPI_Send(halves, length, MPI_INT16_T, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Status status;
            int in_triples, triples;
            MPI_Recv(halves, 8, triple, 0, 0, MPI_COMM_WORLD, &status);
            MPI_Get_elements(&status, triple, &in_triples);
            MPI_Get_count(&status, triple, &triples);
            say("%d: %d elements, %d triples", length, in_triples, triples == MPI_UNDEFINED ? -1 : triples);
        }
    }
    for (int bytes = 0; bytes <= 16; bytes += bytes % 8 == 0 ? 4 : 2) {
        if (rank == 0) {
            MPI_Send(halves, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Status status;
            int elements, whole;
            MPI_Recv(halves, (int)sizeof halves, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &status);
            MPI_Get_elements(&status, type, &elements);
            MPI_Get_count(&status, type, &whole);
            say("%d bytes: %d elements, %d structures", bytes, elements == MPI_UNDEFINED ? -1 : elements,
                whole == MPI_UNDEFINED ? -1 : whole);
        }
    }
    MPI_Type_free(&type);
    MPI_Type_free(&triple);
    end();
}
