/* Finds the edges in a photograph, in parallel: edges IN.pgm OUT.pgm
 *
 * Rank 0 reads the picture and scatters it in bands of rows. Each rank exchanges the border rows of its band with its
 * neighbours and applies the Sobel operator to its band. Rank 0 gathers the bands and writes the picture. All bands
 * have the same height: black rows are added below the picture as needed, and dropped at the end.
 */
#include <mpi.h>

#include "../pgm.h"

struct band {
    int width;
    int rows;        /* number of rows of this rank */
    int first;       /* this rank's first row in the picture */
    int height;      /* of the picture */
    uint8_t *pixels; /* these rows, and one of each neighbour before and after them */
};

/* |horizontal gradient| + |vertical gradient| at column x of the middle row, at most 255. */
static uint8_t sobel(const uint8_t *above, const uint8_t *row, const uint8_t *below, int x)
{
    const int left = above[x - 1] + 2 * row[x - 1] + below[x - 1];
    const int right = above[x + 1] + 2 * row[x + 1] + below[x + 1];
    const int top = above[x - 1] + 2 * above[x] + above[x + 1];
    const int bottom = below[x - 1] + 2 * below[x] + below[x + 1];
    const int sum = abs(right - left) + abs(bottom - top);
    return (uint8_t)(sum > 255 ? 255 : sum);
}

/* Filters a row. Pixels at the border of the picture have no gradient: they become black. */
static void filter_row(const struct band *band, int row, uint8_t *out)
{
    const uint8_t *const middle = band->pixels + (row + 1) * band->width;
    const int at = band->first + row;
    if (at == 0 || at >= band->height - 1) {
        memset(out, 0, (size_t)band->width);
        return;
    }
    out[0] = 0;
    out[band->width - 1] = 0;
    for (int x = 1; x < band->width - 1; x++) {
        out[x] = sobel(middle - band->width, middle, middle + band->width, x);
    }
}

/* Exchanges border rows with both neighbours. */
static void exchange_rims(struct band *band, int rank, int size)
{
    const int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int down = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    uint8_t *const before = band->pixels;
    uint8_t *const first = before + band->width;
    uint8_t *const behind = first + band->rows * band->width;
    uint8_t *const last = behind - band->width;
    MPI_Sendrecv(first, band->width, MPI_UNSIGNED_CHAR, up, 0, behind, band->width, MPI_UNSIGNED_CHAR, down, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(last, band->width, MPI_UNSIGNED_CHAR, down, 1, before, band->width, MPI_UNSIGNED_CHAR, up, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Filters the picture in place. Rank 0 has it, with room for whole bands. */
static int find_edges(struct picture *picture, int rank, int size)
{
    const int rows = (picture->height + size - 1) / size;
    struct band band = {picture->width, rows, rank * rows, picture->height, NULL};
    const int bytes = rows * band.width;
    uint8_t *const out = malloc((size_t)bytes);
    band.pixels = malloc((size_t)(bytes + 2 * band.width));
    if (band.pixels == NULL || out == NULL) {
        fprintf(stderr, "edges: rank %d has no memory for a band of %d x %d\n", rank, band.width, rows);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Scatter(picture->pixels, bytes, MPI_UNSIGNED_CHAR, band.pixels + band.width, bytes, MPI_UNSIGNED_CHAR, 0,
                MPI_COMM_WORLD);
    exchange_rims(&band, rank, size);
    for (int row = 0; row < rows; row++) {
        filter_row(&band, row, out + row * band.width);
    }
    MPI_Gather(out, bytes, MPI_UNSIGNED_CHAR, picture->pixels, bytes, MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD);
    free(band.pixels);
    free(out);
    return 0;
}

/* Rank 0: reads the picture. Returns 0 or, after an error message, the exit status. */
static int read_picture(int argc, char **argv, int size, struct picture *picture)
{
    if (argc != 3) {
        fprintf(stderr, "usage: edges IN.pgm OUT.pgm\n");
        return 2;
    }
    if (pgm_read(argv[1], size, picture) != 0) {
        return 1;
    }
    if (picture->height < size) {
        fprintf(stderr, "edges: %s has %d rows, fewer than the %d ranks\n", argv[1], picture->height, size);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    struct picture picture = {0, 0, NULL};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int status = rank == 0 ? read_picture(argc, argv, size, &picture) : 0;
    int shape[3] = {status, picture.width, picture.height};
    MPI_Bcast(shape, 3, MPI_INT, 0, MPI_COMM_WORLD);
    status = shape[0];
    if (status == 0) {
        picture.width = shape[1];
        picture.height = shape[2];
        status = find_edges(&picture, rank, size);
    }
    if (status == 0 && rank == 0) {
        status = pgm_write(argv[2], &picture) == 0 ? 0 : 1;
    }
    MPI_Finalize();
    return status;
}
