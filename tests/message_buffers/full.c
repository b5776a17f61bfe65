/* Task 0 sends more than two buffers hold to a task that takes nothing. Three blocks of the longest find room. */
#include <mp.h>
#include <stdio.h>

static unsigned block[MP_SEND_MAX / 4];

int main(void)
{
    while (MP_task() == 0) {
        MP_send(1, sizeof block, block);
        puts("sent");
    }
    return 0;
}
