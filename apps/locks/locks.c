/* All ranks count in shared memory, under a mutex and between barriers: locks [TIMES]
 *
 * Every rank adds one to a counter TIMES times (default 100). After a barrier all must see the same sum, and exactly
 * one rank is the barrier's serial thread.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/shared.h>

static WEFT_SHARED volatile int counter;
static WEFT_SHARED volatile int serial;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t electing = PTHREAD_MUTEX_INITIALIZER;

static void add(pthread_mutex_t *mutex, volatile int *sum)
{
    pthread_mutex_lock(mutex);
    *sum = *sum + 1;
    pthread_mutex_unlock(mutex);
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    pthread_barrier_t barrier;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int times = argc > 1 ? atoi(argv[1]) : 100;
    pthread_barrier_init(&barrier, NULL, (unsigned)size);
    for (int i = 0; i < times; i++) {
        add(&counting, &counter);
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
            add(&electing, &serial);
        }
    }
    pthread_barrier_wait(&barrier);
    const int good = counter == times * size && serial == times;
    if (rank == 0) {
        printf("counted to %d of %d, %d serial threads in %d rounds\n", counter, times * size, serial, times);
    }
    MPI_Finalize();
    return !good;
}
