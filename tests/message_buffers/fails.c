/* Task 0 has its say and fails; task 1 finds what it said. */
#include <mp.h>
#include <stdio.h>

int main(void)
{
    int block = 5;
    if (MP_task() == 0) {
        MP_send(1, sizeof block, &block);
        return 7;
    }
    block = 0;
    MP_receive(0, sizeof block, &block);
    printf(block == 5 ? "right\n" : "wrong\n");
    return 0;
}
