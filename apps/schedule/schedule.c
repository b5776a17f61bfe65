/* Three methods to distribute the rows of a picture, on a chip with two interconnects. For the platform hibi8.
 *
 * The rows of a Mandelbrot set take very different times. Core 0 collects them; the others compute them and send each
 * by MPI, over HIBI. Which row is next:
 *
 *     shares     each core has the same number of rows, one after the other
 *     messages   core 0 sends the number of the next row, when a row has arrived
 *     counter    a counter in the shared memory on the bus, incremented by an atomic access
 */
#include <mpi.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <weft/shared.h>

#include "../stopwatch.h"

enum { ROWS = 56, WIDTH = 32, MOST = 80, ONE = 1 << 12, NO_ROW = ROWS };

typedef enum { SHARES, MESSAGES, COUNTER_ON_BUS, METHODS } method;
typedef uint32_t row[WIDTH];

static WEFT_SHARED atomic_uint next_row;
static int rank;
static int size;

/* Returns the iterations until a point leaves the circle, in fixed point with 12 fraction bits. */
static uint32_t iterations(int32_t x0, int32_t y0)
{
    int32_t x = 0;
    int32_t y = 0;
    uint32_t count = 0;
    while (count < MOST && (x * x + y * y) / ONE < 4 * ONE) {
        const int32_t sum = (x * x - y * y) / ONE + x0;
        y = 2 * x * y / ONE + y0;
        x = sum;
        count++;
    }
    return count;
}

static void compute(uint32_t number, row pixels)
{
    const int32_t y = (int32_t)number * 3 * ONE / ROWS - 3 * ONE / 2;
    for (int32_t pixel = 0; pixel < WIDTH; pixel++) {
        pixels[pixel] = iterations(pixel * 3 * ONE / WIDTH - 2 * ONE, y);
    }
}

/* Returns this core's next row after `number`; NO_ROW or more: there is none. */
static uint32_t row_after(method how, uint32_t number)
{
    const uint32_t share = ROWS / (uint32_t)(size - 1);
    uint32_t next = number + 1;
    switch (how) {
    case SHARES:
        return next < (uint32_t)rank * share ? next : NO_ROW;
    case MESSAGES:
        MPI_Recv(&next, 1, MPI_UNSIGNED, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return next;
    default:
        return atomic_fetch_add(&next_row, 1);
    }
}

static uint32_t first_row(method how)
{
    const uint32_t share = ROWS / (uint32_t)(size - 1);
    return how == COUNTER_ON_BUS ? atomic_fetch_add(&next_row, 1) : (uint32_t)(rank - 1) * (how == SHARES ? share : 1);
}

static void work(method how)
{
    uint32_t number = first_row(how);
    while (number < NO_ROW) {
        row pixels;
        compute(number, pixels);
        MPI_Send(pixels, WIDTH, MPI_UNSIGNED, 0, (int)number, MPI_COMM_WORLD);
        number = row_after(how, number);
    }
}

/* Receives the rows in the order in which they arrive. */
static void collect(method how, row *picture)
{
    uint32_t next = (uint32_t)size - 1;
    for (int taken = 0; taken < ROWS; taken++) {
        row pixels;
        MPI_Status status;
        MPI_Recv(pixels, WIDTH, MPI_UNSIGNED, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (how == MESSAGES) {
            MPI_Send(&next, 1, MPI_UNSIGNED, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
            next += next < NO_ROW;
        }
        memcpy(picture[status.MPI_TAG], pixels, sizeof(row));
    }
}

/* Returns the cycles until all rows have arrived. */
static uint32_t time_of(method how, row *picture)
{
    if (rank == 0) {
        atomic_store(&next_row, 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const uint32_t start = *COUNTER;
    if (rank == 0) {
        collect(how, picture);
    } else {
        work(how);
    }
    return *COUNTER - start;
}

static int wrong_rows(row *picture)
{
    int wrong = 0;
    for (uint32_t number = 0; number < ROWS; number++) {
        row expected;
        compute(number, expected);
        wrong += memcmp(expected, picture[number], sizeof expected) != 0;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    static const char *const names[METHODS] = {"shares", "messages", "counter"};
    static row picture[ROWS];
    int wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (method how = SHARES; how < METHODS; how++) {
        memset(picture, 0, sizeof picture);
        const uint32_t cycles = time_of(how, picture);
        if (rank == 0) {
            printf("%-8s %7u cycles\n", names[how], (unsigned)cycles);
            wrong += wrong_rows(picture);
        }
    }
    if (rank == 0) {
        printf("%d rows are wrong\n", wrong);
    }
    MPI_Finalize();
    return wrong != 0;
}
