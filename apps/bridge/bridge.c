/* Two buses and a bridge: the time of a load on each side, and the exchange of blocks across the bridge. For the
 * platform asip8-bridged.
 *
 * Each rank times loads from the shared memory of either bus, alone on the chip. Then every rank writes a block into
 * the memory of the other side, and reads the block that its partner there has written into the near one.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <weft/platform.h>

#include "../stopwatch.h"

enum { WORDS = 64, LOADS = 16, OFFSET = 0x1000, MAX_RANKS = 8, TURN = 5000 };

/* After the data that the linker places in the first memory, and at the same offset in the second. */
static volatile uint32_t *const memories[2] = {
    (volatile uint32_t *)(WEFT_SRAM_BASE + WEFT_SRAM_SIZE - MAX_RANKS * OFFSET),
    (volatile uint32_t *)WEFT_FAR_MEMORY_BASE,
};

/* Returns the cycles of a load, while the other cores leave the buses free. */
SIDE uint32_t load(volatile uint32_t *from, counter *cycles)
{
    const uint32_t start = before(cycles);
    (void)*from;
    return after(cycles) - start - 1;
}

/* Ranks measure in turn, scheduled by the clock, since a rank that waits for a message would poll its bus. */
static void measure(int rank, int size, int side)
{
    uint32_t times[2] = {UINT32_MAX, UINT32_MAX};
    MPI_Barrier(MPI_COMM_WORLD);
    pass((uint32_t)(rank + 1) * TURN);
    for (int number = 0; number < 2 * LOADS; number++) {
        const uint32_t time = load(memories[number % 2], COUNTER);
        times[number % 2] = time < times[number % 2] ? time : times[number % 2];
    }
    printf("core %d: near %u, far %u\n", rank, (unsigned)times[side], (unsigned)times[1 - side]);
    pass((uint32_t)(size - rank) * TURN);
}

static volatile uint32_t *block(int side, int writer)
{
    return memories[side] + writer * OFFSET / (int)sizeof(uint32_t);
}

/* Exchanges blocks; returns the number of words that differ from those of the partner on the other side. */
static int exchange(int rank, int partner, int side)
{
    int wrong = 0;
    for (int word = 0; word < WORDS; word++) {
        block(1 - side, rank)[word] = (uint32_t)(1000 * rank + word);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int word = 0; word < WORDS; word++) {
        wrong += block(side, partner)[word] != (uint32_t)(1000 * partner + word);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    int all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int side = rank >= size / 2;
    measure(rank, size, side);
    const int wrong = exchange(rank, (rank + size / 2) % size, side);
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d words crossed the bridge, %d wrong\n", size * WORDS, all);
    }
    MPI_Finalize();
    return all != 0;
}
