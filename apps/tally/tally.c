/* A table that all cores add to, on a chip with two interconnects. For the platform tiles16.
 *
 * Each core has counted samples into a table of its own. The tables are summed in the memory tiles at the edge of the
 * mesh (mp.h): each core adds its table there, a slice at a time, under a lock of the synchronization controller on the
 * crossbar. The program compares several numbers of locks and memories, and an alternative without locks, which adds
 * the tables along a chain of messages over the mesh.
 */
#include <mp.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../must.h"
#include "../stopwatch.h"

/* A slice is a block of the maximum length of the message buffers. */
enum { SLICES = 12, WORDS = 64, SLICE_BYTES = WORDS * 4, SAMPLES = 3000 };
/* Memory tiles, and the bytes of each, as the platform has them. */
enum { TILES = 3, TILE_BYTES = 1 << 20 };

typedef uint32_t table[SLICES][WORDS];

static pthread_mutex_t locks[SLICES] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};
static table counts;
static int rank;
static int size;

/* A method to add the tables: the number of memory tiles that contain the sum, and of the locks that guard it. */
typedef struct {
    const char *name;
    int tiles;
    int locks;
} way;

static void count_samples(void)
{
    uint32_t random = 12345u + (uint32_t)rank;
    for (int sample = 0; sample < SAMPLES; sample++) {
        random = random * 1664525u + 1013904223u;
        const uint32_t bin = (random >> 16) % (SLICES * WORDS);
        counts[bin / WORDS][bin % WORDS]++;
    }
}

static unsigned place(int slice, const way *how)
{
    return (unsigned)(slice % how->tiles * TILE_BYTES + slice * SLICE_BYTES);
}

static void add(uint32_t *to, const uint32_t *words)
{
    for (int word = 0; word < WORDS; word++) {
        to[word] += words[word];
    }
}

/* Adds a slice. The next owner of the lock must see the sum, but the crossbar may be faster than the mesh: so a word is
 * read back, which completes after the write. */
static void add_to_memory(int slice, const way *how)
{
    static uint32_t sum[WORDS];
    uint32_t written;
    must(MP_mread(sum, SLICE_BYTES, place(slice, how)), "MP_mread");
    add(sum, counts[slice]);
    must(MP_mwrite(sum, SLICE_BYTES, place(slice, how)), "MP_mwrite");
    must(MP_mread(&written, sizeof written, place(slice, how)), "MP_mread");
}

/* Each core begins with a different slice, so that with a lock for each slice there is little contention. */
static void add_under_locks(const way *how)
{
    for (int turn = 0; turn < SLICES; turn++) {
        const int slice = (rank + turn) % SLICES;
        pthread_mutex_lock(&locks[slice % how->locks]);
        add_to_memory(slice, how);
        pthread_mutex_unlock(&locks[slice % how->locks]);
    }
}

/* Adds slices along a chain of cores, each of which works on another slice at a time; core 0 writes the sum. */
static void add_along_chain(const way *how)
{
    static uint32_t sum[WORDS];
    for (int slice = 0; slice < SLICES; slice++) {
        MP_sent();
        memset(sum, 0, sizeof sum);
        if (rank + 1 < size) {
            must(MP_receive(rank + 1, SLICE_BYTES, sum), "MP_receive");
        }
        add(sum, counts[slice]);
        if (rank > 0) {
            must(MP_send(rank - 1, SLICE_BYTES, sum), "MP_send");
        } else {
            must(MP_mwrite(sum, SLICE_BYTES, place(slice, how)), "MP_mwrite");
        }
    }
    MP_sent();
}

/* Clears the memories and adds all tables; returns the cycles until all cores have finished. */
static uint32_t time_of(const way *how)
{
    static const uint32_t zeros[WORDS];
    uint32_t written;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int slice = rank; slice < SLICES; slice += size) {
        must(MP_mwrite(zeros, SLICE_BYTES, place(slice, how)), "MP_mwrite");
        must(MP_mread(&written, sizeof written, place(slice, how)), "MP_mread");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const uint32_t start = *COUNTER;
    if (how->locks > 0) {
        add_under_locks(how);
    } else {
        add_along_chain(how);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return *COUNTER - start;
}

/* A digest that is linear in the words: the digest of the sum of tables is the sum of their digests. */
static uint32_t digest(uint32_t before, const uint32_t *words)
{
    for (int word = 0; word < WORDS; word++) {
        before = before * 31u + words[word];
    }
    return before;
}

static uint32_t digest_of_memories(const way *how)
{
    uint32_t sum[WORDS];
    uint32_t mixed = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        must(MP_mread(sum, SLICE_BYTES, place(slice, how)), "MP_mread");
        mixed = digest(mixed, sum);
    }
    return mixed;
}

/* Returns the expected digest, at core 0: the sum of all cores' digests, over the crossbar. */
static uint32_t digest_of_tables(void)
{
    uint32_t own = 0;
    uint32_t all = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        own = digest(own, counts[slice]);
    }
    MPI_Reduce(&own, &all, 1, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv)
{
    static const way ways[] = {
        {"chain of messages, no lock", 1, 0},
        {"one lock, one memory", 1, 1},
        {"a lock a slice, one memory", 1, SLICES},
        {"a lock a slice, three memories", TILES, SLICES},
    };
    int wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    count_samples();
    const uint32_t expected = digest_of_tables();
    for (unsigned number = 0; number < sizeof ways / sizeof ways[0]; number++) {
        const way *how = &ways[number];
        const uint32_t cycles = time_of(how);
        if (rank == 0) {
            wrong += digest_of_memories(how) != expected;
            printf("%-31s %6u cycles\n", how->name, (unsigned)cycles);
        }
    }
    if (rank == 0) {
        printf("%d sums are wrong\n", wrong);
    }
    MPI_Finalize();
    return wrong != 0;
}
