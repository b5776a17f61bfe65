/* Task 0 sends one block and ends; task 1 wants two. */
#include <mp.h>

int main(void)
{
    int block = 0;
    if (MP_task() == 0) {
        return MP_send(1, sizeof block, &block);
    }
    MP_receive(0, sizeof block, &block);
    return MP_receive(0, sizeof block, &block);
}
