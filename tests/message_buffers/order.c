/* Task 0 sends to 1 and to 2 by turns until both of its buffers' worth is under way; 1 and 2 begin late and find every
 * block in order; what is refused by the room of one of them never goes to the other. */
#include <mp.h>
#include <stdio.h>

#define BLOCKS 200u

int main(void)
{
    unsigned block[4] = {0};
    for (unsigned i = 0; i < BLOCKS; i++) {
        if (MP_task() == 0) {
            MP_sent();
            block[0] = i;
            MP_send(1 + (int)(i % 2), sizeof block, block);
        } else if (1 + (int)(i % 2) == MP_task()) {
            MP_receive(0, sizeof block, block);
            if (block[0] != i) {
                printf("task %d: block %u instead of %u\n", MP_task(), block[0], i);
                return 1;
            }
        }
    }
    printf("task %d: right\n", MP_task());
    return 0;
}
