/* See <weft/threads.h>. */
#include <pthread.h>
#include <stdlib.h>

#include <weft/threads.h>

#include "arch/linux/job.h"

struct place {
    pthread_t thread;
    int (*program)(int argc, char **argv);
    int argc;
    char **argv;
    uint32_t rank;
    uint32_t size;
    int result;
};

static void *run(void *argument)
{
    struct place *const place = argument;
    weft_job_take_place(place->rank, place->size);
    place->result = place->program(place->argc, place->argv);
    return NULL;
}

/* Starts a thread for each rank and waits for all. If one cannot be started, does not wait for the others, which would
 * wait for it forever. */
static int start(struct place *places, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (pthread_create(&places[i].thread, NULL, run, &places[i]) != 0) {
            return -1;
        }
    }
    int result = 0;
    for (uint32_t i = 0; i < count; i++) {
        pthread_join(places[i].thread, NULL);
        result = result != 0 ? result : places[i].result;
    }
    return result;
}

int weft_run_as_threads(int ranks, int (*program)(int argc, char **argv), int argc, char **argv)
{
    static struct place places[WEFT_CORES];
    if (ranks < 1 || ranks > WEFT_CORES) {
        return -1;
    }
    weft_job_of_threads();
    for (uint32_t i = 0; i < (uint32_t)ranks; i++) {
        places[i] = (struct place){.program = program, .argc = argc, .argv = argv, .rank = i, .size = (uint32_t)ranks};
    }
    return start(places, (uint32_t)ranks);
}
