// A life game on a torus of 2 x 4 ranks: rows and columns are exchanged with derived types.
//
// ranks: 8
// covers: MPI_Allreduce MPI_Cart_create MPI_Cart_shift MPI_Comm_free MPI_Sendrecv MPI_Type_commit
// covers: MPI_Type_free MPI_Type_vector
#include "say.h"

enum { N = 6, W = N + 2 };

static int cells[W * W], next[W * W];

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int dims[2] = {2, 4}, periodic[2] = {1, 1}, up, down, left, right, alive = 0, total;
    MPI_Comm torus;
    MPI_Datatype column;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &torus);
    MPI_Cart_shift(torus, 0, 1, &up, &down);
    MPI_Cart_shift(torus, 1, 1, &left, &right);
    MPI_Type_vector(W, 1, W, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int i = 0; i < N * N; i++)
        cells[(i / N + 1) * W + i % N + 1] = (i * 7 + rank * 5) % 3 == 0;
    for (int step = 0; step < 12; step++) {
        MPI_Sendrecv(&cells[W], W, MPI_INT, up, 0, &cells[(N + 1) * W], W, MPI_INT, down, 0, torus, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&cells[N * W], W, MPI_INT, down, 1, &cells[0], W, MPI_INT, up, 1, torus, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&cells[1], 1, column, left, 2, &cells[N + 1], 1, column, right, 2, torus, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&cells[N], 1, column, right, 3, &cells[0], 1, column, left, 3, torus, MPI_STATUS_IGNORE);
        for (int y = 1; y <= N; y++)
            for (int x = 1; x <= N; x++) {
                int around = -cells[y * W + x];
                for (int k = 0; k < 9; k++)
                    around += cells[(y + k / 3 - 1) * W + x + k % 3 - 1];
                next[y * W + x] = around == 3 || (around == 2 && cells[y * W + x]);
            }
        for (int i = 0; i < W * W; i++)
            cells[i] = next[i];
    }
    for (int i = 0; i < W * W; i++)
        alive += next[i];
    MPI_Allreduce(&alive, &total, 1, MPI_INT, MPI_SUM, torus);
    say("alive %d of %d", alive, total);
    MPI_Type_free(&column);
    MPI_Comm_free(&torus);
    end();
}
