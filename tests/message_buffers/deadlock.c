/* Two tasks that each wait for the other's block. */
#include <mp.h>

int main(void)
{
    int block;
    const int other = 1 - MP_task();
    MP_receive(other, sizeof block, &block);
    MP_send(other, sizeof block, &block);
    return 0;
}
