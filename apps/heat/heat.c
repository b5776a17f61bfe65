/* Heat conduction in a plate: heat COLUMNS ROWS STEPS [PICTURE.pgm]
 *
 * The border is held at 0 degrees; initially the middle has 100, decreasing towards the border. In each step every
 * inner point moves towards its four neighbours (the explicit scheme of the heat equation):
 *
 *     new(x, y) = u + 0.1 (u(x-1, y) + u(x+1, y) + u(x, y-1) + u(x, y+1) - 4 u),   u = u(x, y)
 *
 * The columns are divided among the ranks. Each rank also stores the nearest column of each neighbour; before each step
 * neighbours exchange these border columns. A column is contiguous in memory. Rank 0 prints the mean temperature and
 * writes the plate as a grey-scale picture.
 */
#include "../elapsed.h"
#include "../number.h"
#include "../pgm.h"
#include <mpi.h>

#define HOT 100.0f
#define RATE 0.1f
#define LONGEST 20000 /* columns or rows */
#define MOST_STEPS 1000000000

struct plate {
    int columns;
    int rows;
    int first; /* first column of this rank */
    int own;   /* number of columns of this rank */
    int left;  /* neighbour ranks */
    int right;
    float *points; /* own columns, and one of each neighbour before and after them */
    float *old[2]; /* previous and current column, as they were before the step */
};

struct ranks {
    int rank;
    int size;
};

/* Returns column x of this rank, from -1 to `own`. */
static float *column(const struct plate *plate, int x)
{
    return plate->points + (x + 1) * plate->rows;
}

static int first_column(const struct plate *plate, int rank, int size)
{
    return plate->columns * rank / size;
}

static void divide(struct plate *plate, struct ranks ranks)
{
    plate->first = first_column(plate, ranks.rank, ranks.size);
    plate->own = first_column(plate, ranks.rank + 1, ranks.size) - plate->first;
    plate->left = ranks.rank > 0 ? ranks.rank - 1 : MPI_PROC_NULL;
    plate->right = ranks.rank + 1 < ranks.size ? ranks.rank + 1 : MPI_PROC_NULL;
}

/* Returns the initial temperature at `at` in a line of `length` points, as a fraction of that in the middle: a
 * parabola. */
static float share_at(int at, int length)
{
    const int last = length - 1;
    return last > 0 ? (float)(4 * at * (last - at)) / (float)(last * last) : 0;
}

static void heat_up(struct plate *plate)
{
    for (int x = 0; x < plate->own; x++) {
        const float middle = HOT * share_at(plate->first + x, plate->columns);
        float *const points = column(plate, x);
        for (int y = 0; y < plate->rows; y++) {
            points[y] = middle * share_at(y, plate->rows);
        }
    }
}

/* Allocates this rank's columns and sets the initial temperatures. */
static void prepare(struct plate *plate, struct ranks ranks)
{
    divide(plate, ranks);
    const size_t points = (size_t)(plate->own + 4) * (size_t)plate->rows;
    plate->points = calloc(points, sizeof(float));
    if (plate->points == NULL) {
        fprintf(stderr, "heat: rank %d has no memory for %d columns of %d points\n", ranks.rank, plate->own,
                plate->rows);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    plate->old[0] = column(plate, plate->own + 1);
    plate->old[1] = column(plate, plate->own + 2);
    heat_up(plate);
}

/* Exchanges border columns with both neighbours. */
static void exchange_borders(const struct plate *plate)
{
    float *const first = column(plate, 0);
    float *const last = column(plate, plate->own - 1);
    MPI_Sendrecv(first, plate->rows, MPI_FLOAT, plate->left, 0, last + plate->rows, plate->rows, MPI_FLOAT,
                 plate->right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(last, plate->rows, MPI_FLOAT, plate->right, 1, first - plate->rows, plate->rows, MPI_FLOAT,
                 plate->left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Computes a column: `left` and `here` are copies from before the step, and `right` is not changed yet. */
static void spread_in_column(const float *left, const float *here, const float *right, float *next, int rows)
{
    for (int y = 1; y < rows - 1; y++) {
        const float around = left[y] + right[y] + here[y - 1] + here[y + 1];
        next[y] = here[y] + RATE * (around - 4.0f * here[y]);
    }
}

static void step(struct plate *plate)
{
    const size_t bytes = (size_t)plate->rows * sizeof(float);
    exchange_borders(plate);
    memcpy(plate->old[0], column(plate, -1), bytes);
    for (int x = 0; x < plate->own; x++) {
        float *const here = column(plate, x);
        const int at = plate->first + x;
        memcpy(plate->old[1], here, bytes);
        if (at > 0 && at < plate->columns - 1) { /* not at the border */
            spread_in_column(plate->old[0], plate->old[1], here + plate->rows, here, plate->rows);
        }
        float *const before = plate->old[0];
        plate->old[0] = plate->old[1];
        plate->old[1] = before;
    }
}

/* Returns the sum of this rank's temperatures in thousandths: integers, so that the total does not depend on the number
 * of ranks. */
static uint64_t thousandths(const struct plate *plate)
{
    const float *const own = column(plate, 0);
    uint64_t sum = 0;
    for (int i = 0; i < plate->own * plate->rows; i++) {
        sum += (uint32_t)(own[i] * 1000.0f);
    }
    return sum;
}

static void print_mean(const struct plate *plate, struct ranks ranks)
{
    const uint64_t own = thousandths(plate);
    uint64_t sum = 0;
    MPI_Reduce(&own, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (ranks.rank == 0) {
        const int mean = (int)(sum / (uint32_t)(plate->columns * plate->rows));
        printf("mean %d.%03d degrees\n", mean / 1000, mean % 1000);
    }
}

/* Transposes the columns of `gathered` into rows, and writes them. */
static int write_picture(const char *name, const struct plate *plate, const uint8_t *gathered)
{
    const size_t points = (size_t)plate->columns * (size_t)plate->rows;
    const struct picture picture = {plate->columns, plate->rows, malloc(points)};
    if (picture.pixels == NULL) {
        fprintf(stderr, "heat: no memory for a picture of %d x %d\n", plate->columns, plate->rows);
        return 1;
    }
    for (int y = 0; y < plate->rows; y++) {
        for (int x = 0; x < plate->columns; x++) {
            picture.pixels[y * plate->columns + x] = gathered[x * plate->rows + y];
        }
    }
    const int status = pgm_write(name, &picture) == 0 ? 0 : 1;
    free(picture.pixels);
    return status;
}

/* Computes the number of points of each rank, and the number before them. */
static void count_points(const struct plate *plate, int size, int *counts, int *places)
{
    for (int rank = 0; rank < size; rank++) {
        places[rank] = first_column(plate, rank, size) * plate->rows;
        counts[rank] = first_column(plate, rank + 1, size) * plate->rows - places[rank];
    }
}

/* Gathers the plate at rank 0, one byte for each point: 0 degrees are black, 100 are white. */
static int draw(const struct plate *plate, struct ranks ranks, const char *name)
{
    int counts[ranks.size];
    int places[ranks.size];
    const int points = plate->own * plate->rows;
    uint8_t *const grey = malloc((size_t)points);
    uint8_t *const gathered = ranks.rank == 0 ? malloc((size_t)plate->columns * (size_t)plate->rows) : grey;
    if (grey == NULL || gathered == NULL) {
        fprintf(stderr, "heat: no memory for a picture of %d x %d\n", plate->columns, plate->rows);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    const float *const own = column(plate, 0);
    for (int i = 0; i < points; i++) {
        grey[i] = (uint8_t)(own[i] * (255.0f / HOT));
    }
    count_points(plate, ranks.size, counts, places);
    MPI_Gatherv(grey, points, MPI_UNSIGNED_CHAR, gathered, counts, places, MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD);
    return ranks.rank == 0 ? write_picture(name, plate, gathered) : 0;
}

static int simulate(struct plate *plate, long steps, struct ranks ranks, const char *picture)
{
    prepare(plate, ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    const uint64_t start = weft_timer_now();
    for (long i = 0; i < steps; i++) {
        step(plate);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (ranks.rank == 0) {
        tell_elapsed(start);
    }
    print_mean(plate, ranks);
    return picture ? draw(plate, ranks, picture) : 0;
}

/* Returns whether the arguments are valid; otherwise rank 0 prints why not. */
static int read_arguments(int argc, char **argv, struct ranks ranks, struct plate *plate, long *steps)
{
    const int counted = argc == 4 || argc == 5;
    plate->columns = counted ? (int)number_from(argv[1], 1, LONGEST) : -1;
    plate->rows = counted ? (int)number_from(argv[2], 2, LONGEST) : -1;
    *steps = counted ? number_from(argv[3], 0, MOST_STEPS) : -1;
    const int good = plate->columns > 0 && plate->rows > 0 && *steps >= 0;
    if (!good && ranks.rank == 0) {
        fprintf(stderr, "usage: heat COLUMNS ROWS STEPS [PICTURE.pgm], at most %d columns and rows\n", LONGEST);
    } else if (plate->columns < ranks.size && ranks.rank == 0) {
        fprintf(stderr, "heat: %d columns are fewer than the %d ranks\n", plate->columns, ranks.size);
    }
    return good && plate->columns >= ranks.size;
}

int main(int argc, char **argv)
{
    struct ranks ranks;
    struct plate plate;
    long steps;
    int status = 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.size);
    if (read_arguments(argc, argv, ranks, &plate, &steps)) {
        status = simulate(&plate, steps, ranks, argc == 5 ? argv[4] : NULL);
    }
    MPI_Finalize();
    return status;
}
