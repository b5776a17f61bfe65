/* Blocks go round all tasks; one that cannot be sent is refused. */
#include <mp.h>

#define ROUNDS 10

static unsigned block[16];

int main(void)
{
    const int tasks = MP_tasks();
    const int next = (MP_task() + 1) % tasks;
    const int previous = (MP_task() + tasks - 1) % tasks;
    const int refused = MP_send(tasks, sizeof block, block);
    for (int round = 0; round < ROUNDS; round++) {
        if (MP_task() == 0) {
            MP_send(next, sizeof block, block);
        }
        MP_receive(previous, sizeof block, block);
        if (MP_task() > 0) {
            MP_send(next, sizeof block, block);
        }
    }
    MP_mwrite(block, sizeof block, 64 * (unsigned)MP_task());
    return refused != MP_ERR_TASK;
}
