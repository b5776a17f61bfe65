/* Threads that cores start on each other, also on cores that wait for others, and events: every order ends. */
#include <assert.h>
#include <mpi.h>
#include <weft/event.h>
#include <weft/threads.h>

enum { GO, DONE, ROUNDS = 20 };

static uint32_t cores;
static uint32_t runs;

static void leaf(uint32_t starter)
{
    (void)starter;
    runs++;
}

/* Starts on the next core, so that chains of threads wait for each other. */
static void chain(uint32_t starter)
{
    (void)starter;
    const uint32_t next = weft_read_mnode() + 1;
    runs++;
    if (next < cores) {
        weft_thread_start(next, chain);
        weft_thread_join(next);
    } else {
        weft_thread_start(0, leaf);
        weft_thread_join(0);
    }
}

static void answer(uint32_t starter)
{
    for (int round = 0; round < ROUNDS; round++) {
        weft_event_wait(GO);
        weft_event_notify(starter, DONE);
    }
}

/* Notified while it does not wait, and while it does. */
static void events(void)
{
    weft_thread_start(1, answer);
    for (int round = 0; round < ROUNDS; round++) {
        for (volatile int later = 0; later < 7 * round; later++) {
        }
        weft_event_notify(1, GO);
        if (round % 2 != 0) {
            while (!weft_event_take(DONE)) {
            }
        } else {
            weft_event_wait(DONE);
        }
    }
    weft_thread_join(1);
    assert(!weft_event_take(DONE));
}

static void all_at_once(void)
{
    for (uint32_t node = 1; node < cores; node++) {
        weft_thread_start(node, leaf);
        weft_thread_start(node, leaf);
    }
    for (uint32_t node = cores - 1; node > 0; node--) {
        weft_thread_join(node);
        weft_thread_join(node);
    }
}

int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cores = (uint32_t)size;
    if (weft_read_mnode() != 0) {
        weft_threads_serve();
        assert(runs == 3 * ROUNDS);
    } else {
        for (int round = 0; round < ROUNDS; round++) {
            weft_thread_start(1, chain);
            weft_thread_join(1);
            all_at_once();
        }
        assert(runs == ROUNDS);
        events();
        for (uint32_t node = 1; node < cores; node++) {
            weft_thread_stop(node);
        }
    }
    MPI_Finalize();
    return 0;
}
