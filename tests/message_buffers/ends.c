/* Task 1 ends with two blocks of task 0 unreceived: they have come before that of task 2, which it receives. */
#include <mp.h>

static unsigned block[MP_SEND_MAX / 4];

int main(void)
{
    if (MP_task() == 0) {
        MP_send(1, 16, block);
        MP_send(1, 8, block);
        MP_send(2, 4, block);
    } else if (MP_task() == 2) {
        MP_receive(0, 4, block);
        MP_send(1, 4, block);
    } else {
        MP_receive(2, 4, block);
    }
    return 0;
}
