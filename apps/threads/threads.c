/* Threads that a core starts on others, and events that they wait for, both by single-word messages.
 *
 * Core 0 starts count() on each other core, which sleeps until core 0 notifies it of the event GO. Each thread adds its
 * node to a sum in shared memory, guarded by a mutex; core 0 joins all and prints it. First it reports the cycles of an
 * empty thread, and of an event that is answered by another.
 */
#include "../stopwatch.h"
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <weft/event.h>
#include <weft/report.h>
#include <weft/shared.h>
#include <weft/threads.h>

enum { GO, ANSWER };

WEFT_SHARED static uint32_t sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void nothing(uint32_t starter)
{
    (void)starter;
}

static void answer(uint32_t starter)
{
    weft_event_wait(GO);
    weft_event_notify(starter, ANSWER);
}

static void count(uint32_t starter)
{
    (void)starter;
    weft_event_wait(GO);
    pthread_mutex_lock(&lock);
    sum += weft_read_mnode();
    pthread_mutex_unlock(&lock);
}

static void on_all(uint32_t cores, void (*act)(uint32_t node))
{
    for (uint32_t node = 1; node < cores; node++)
        act(node);
}

static void start_count(uint32_t node)
{
    weft_thread_start(node, count);
}

static void go(uint32_t node)
{
    weft_event_notify(node, GO);
}

/* Measures an empty thread: from its start to the return of the join, while its core sleeps. */
static void time_of_thread(void)
{
    const uint32_t start = before(COUNTER);
    weft_thread_start(1, nothing);
    weft_thread_join(1);
    weft_report("thread", after(COUNTER) - start);
}

/* Measures from the notification of a sleeping core to the return of the wait for its answer. */
static void time_of_event(void)
{
    weft_thread_start(1, answer);
    for (volatile int falls_asleep = 0; falls_asleep < 100; falls_asleep++)
        ;
    const uint32_t start = before(COUNTER);
    weft_event_notify(1, GO);
    weft_event_wait(ANSWER);
    weft_report("event", after(COUNTER) - start);
    weft_thread_join(1);
}

int main(int argc, char **argv)
{
    int cores;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &cores);
    if (weft_read_mnode() != 0) {
        weft_threads_serve();
        MPI_Finalize();
        return 0;
    }
    if (cores > 1) {
        time_of_thread();
        time_of_event();
    }
    on_all((uint32_t)cores, start_count);
    on_all((uint32_t)cores, go);
    on_all((uint32_t)cores, weft_thread_join);
    on_all((uint32_t)cores, weft_thread_stop);
    printf("%d threads, sum of their cores %u\n", cores - 1, (unsigned)sum);
    MPI_Finalize();
    return 0;
}
