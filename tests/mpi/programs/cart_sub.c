// Rows and columns of a grid as communicators of their own.
//
// ranks: 8
// covers: MPI_Allreduce MPI_Cart_create MPI_Cart_shift MPI_Cart_sub MPI_Cartdim_get MPI_Comm_free
// covers: MPI_Comm_rank
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int dims[2] = {2, 4}, periodic[2] = {0, 1};
    MPI_Comm grid, row, column;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &grid);
    const int keep_columns[2] = {0, 1}, keep_rows[2] = {1, 0};
    MPI_Cart_sub(grid, keep_columns, &row);
    MPI_Cart_sub(grid, keep_rows, &column);
    int row_sum, column_sum, row_rank, column_rank, count, below, above;
    MPI_Allreduce(&rank, &row_sum, 1, MPI_INT, MPI_SUM, row);
    MPI_Allreduce(&rank, &column_sum, 1, MPI_INT, MPI_SUM, column);
    MPI_Comm_rank(row, &row_rank);
    MPI_Comm_rank(column, &column_rank);
    MPI_Cartdim_get(row, &count);
    MPI_Cart_shift(row, 0, 1, &below, &above);
    say("row %d (sum %d, %d dimension, neighbours %d %d), column %d (sum %d)", row_rank, row_sum, count, below, above,
        column_rank, column_sum);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Comm_free(&grid);
    end();
}
