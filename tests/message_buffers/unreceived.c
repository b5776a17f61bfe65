/* Task 0 sends the number of blocks given and ends; task 1 takes nothing. */
#include <mp.h>
#include <stdlib.h>

static unsigned block[MP_SEND_MAX / 4];

int main(int argc, char **argv)
{
    const int blocks = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; MP_task() == 0 && i < blocks; i++) {
        MP_send(1, sizeof block, block);
        MP_sent();
    }
    return 0;
}
