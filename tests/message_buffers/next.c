/* Everybody sends to task 0 as fast as the buffers allow; it takes each block when it comes, so that nobody's blocks,
 * of whom there are more than its input buffer holds, keep it from another's. */
#include <mp.h>
#include <stdio.h>

#define BLOCKS 50
#define MOST 64

static int block[32];

static int receive_all(int tasks)
{
    int seen[MOST] = {0};
    for (int i = 0; i < BLOCKS * (tasks - 1); i++) {
        const int task = MP_next();
        if (MP_receive(task, sizeof block, block) != MP_SUCCESS || block[0] != task || block[1] != seen[task]++) {
            printf("block %d of task %d, said to be of task %d\n", block[1], block[0], task);
            return 1;
        }
    }
    printf("right\n");
    return 0;
}

int main(void)
{
    if (MP_task() == 0) {
        return receive_all(MP_tasks());
    }
    for (int i = 0; i < BLOCKS; i++) {
        MP_sent();
        block[0] = MP_task();
        block[1] = i;
        MP_send(0, sizeof block, block);
    }
    return 0;
}
