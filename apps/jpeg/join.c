/* Receives blocks in the order in which they arrive. */
#include "join.h"

#include "../must.h"

/* Assigns each task's blocks to places in the ring, once the size of an MCU is known. */
static void lay_out(struct join *join)
{
    join->places = JOIN_BLOCKS / join->picture.mcu_blocks * join->picture.mcu_blocks;
    for (unsigned i = 0; i < TASKS_IDCT; i++) {
        join->source[i].number = i;
        join->source[i].at = i;
    }
}

static void receive_picture(struct join *join, int task)
{
    must(MP_receive(task, sizeof join->picture, &join->picture), "MP_receive");
    join->source[task - TASK_IDCT0].has_begun = true;
}

bool join_begin(struct join *join)
{
    receive_picture(join, MP_next());
    if (join->picture.components > 0) {
        lay_out(join);
        return true;
    }
    for (int i = 0; i < TASKS_IDCT; i++) {
        if (!join->source[i].has_begun) {
            receive_picture(join, TASK_IDCT0 + i);
        }
    }
    return false;
}

/* Chooses the task from which to receive: the one whose block arrived first, or, if that task is too far ahead for the
 * ring, the one whose block is needed. The latter happens only where buffers are so large that the other task's blocks
 * do not fill them. */
static int choose(const struct join *join, uint32_t wanted)
{
    const int task = MP_next();
    const struct join_source *const source = &join->source[task - TASK_IDCT0];
    const bool is_kept = source->number < wanted + join->places - join->picture.mcu_blocks;
    return is_kept || !source->has_begun ? task : TASK_IDCT0 + (int)(wanted % TASKS_IDCT);
}

static void take(struct join *join, uint32_t wanted)
{
    const int task = choose(join, wanted);
    struct join_source *const source = &join->source[task - TASK_IDCT0];
    if (!source->has_begun) {
        receive_picture(join, task);
        return;
    }
    must(MP_receive(task, sizeof join->ring[0], &join->ring[source->at]), "MP_receive");
    source->number += TASKS_IDCT;
    source->at += TASKS_IDCT;
    source->at -= source->at >= join->places ? join->places : 0;
}

void join_wait(struct join *join, uint32_t number)
{
    while (join->source[number % TASKS_IDCT].number <= number) {
        take(join, number);
    }
}
