/* Inverts what it receives. */
#include <mp.h>

int main(void)
{
    static unsigned block[BLOCK];
    unsigned bytes;
    MP_receive(TASK_SOURCE, sizeof bytes, &bytes);
    MP_send(TASK_SINK, sizeof bytes, &bytes);
    for (unsigned done = 0; done < bytes; done += sizeof block) {
        MP_sent();
        MP_receive(TASK_SOURCE, sizeof block, block);
        for (unsigned word = 0; word < BLOCK; word++) {
            block[word] = ~block[word];
        }
        MP_send(TASK_SINK, sizeof block, block);
    }
    return 0;
}
