/* Messages of 2^31 bytes and more: as many as an int counts of elements that are longer than a byte. The memory of a
 * buffer is one page that is mapped again and again, so that the machine need not have as much.
 */
#define _GNU_SOURCE
#include "check.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define PIECE ((size_t)1 << 20)
#define PIECES 4097 /* more than 4 GiB */
#define WORDS (int)(PIECES * (PIECE / sizeof(int)))

static int *map(void)
{
    const int file = memfd_create("huge", 0);
    uint8_t *const all = mmap(NULL, PIECES * PIECE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(file >= 0 && all != MAP_FAILED && ftruncate(file, (off_t)PIECE) == 0);
    for (size_t i = 0; i < PIECES; i++) {
        CHECK(mmap(all + i * PIECE, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED);
    }
    return (int *)(void *)all;
}

static void check_counts(MPI_Status *status)
{
    MPI_Datatype four;
    int count;
    MPI_Type_contiguous(4, MPI_INT, &four);
    MPI_Type_commit(&four);
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(count == WORDS);
    MPI_Get_count(status, MPI_BYTE, &count);
    CHECK(count == MPI_UNDEFINED);
    MPI_Get_elements(status, MPI_BYTE, &count);
    CHECK(count == MPI_UNDEFINED);
    MPI_Get_elements(status, four, &count);
    CHECK(count == WORDS);
    MPI_Type_free(&four);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *const words = map();
    const int last = (int)(PIECE / sizeof *words) - 1;
    MPI_Status status;
    int size;
    if (rank == 0) {
        words[0] = 12345;
        words[last] = 67890;
        MPI_Send(words, WORDS, MPI_INT, 1, 3, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Probe(0, 3, MPI_COMM_WORLD, &status);
        check_counts(&status);
        MPI_Recv(words, WORDS, MPI_INT, 0, 3, MPI_COMM_WORLD, &status);
        check_counts(&status);
        CHECK(words[0] == 12345 && words[last] == 67890);
    }
    MPI_Bcast(words, WORDS / 2 + 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Pack_size(WORDS, MPI_INT, MPI_COMM_WORLD, &size);
    CHECK(size == MPI_UNDEFINED && words[last] == 67890);
    return finish();
}
