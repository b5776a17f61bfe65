// Sender and receiver may lay out the same sequence of numbers differently: every pair of layouts of 12 words.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_contiguous MPI_Type_create_indexed_block
// covers: MPI_Type_create_subarray MPI_Type_free MPI_Type_indexed MPI_Type_vector
#include "say.h"

enum { WORDS = 12, LAYOUTS = 5, ROOM = 40 };

static MPI_Datatype layouts[LAYOUTS];

static void make_layouts(void)
{
    const int lengths[3] = {5, 1, 6}, places[3] = {30, 20, 3}, blocks[4] = {9, 0, 21, 14};
    const int sizes[2] = {6, 6}, subsizes[2] = {4, 3}, starts[2] = {1, 2};
    MPI_Type_contiguous(WORDS, MPI_INT, &layouts[0]);
    MPI_Type_vector(4, 3, 10, MPI_INT, &layouts[1]);
    MPI_Type_indexed(3, lengths, places, MPI_INT, &layouts[2]);
    MPI_Type_create_indexed_block(4, 3, blocks, MPI_INT, &layouts[3]);
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_INT, &layouts[4]);
    for (int i = 0; i < LAYOUTS; i++)
        MPI_Type_commit(&layouts[i]);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_layouts();
    for (int from = 0; from < LAYOUTS; from++)
        for (int to = 0; to < LAYOUTS; to++) {
            int words[ROOM], check = 0;
            for (int i = 0; i < ROOM; i++)
                words[i] = rank == 0 ? i + 1 : 0;
            if (rank == 0) {
                MPI_Send(words, 1, layouts[from], 1, 0, MPI_COMM_WORLD);
            } else {
                MPI_Recv(words, 1, layouts[to], 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                for (int i = 0; i < ROOM; i++)
                    check = (check * 31 + words[i]) % 100003;
                say("%d to %d: %d", from, to, check);
            }
        }
    for (int i = 0; i < LAYOUTS; i++)
        MPI_Type_free(&layouts[i]);
    end();
}
