/* Writes what it receives to memory, as a file behind its length. */
#include <mp.h>

int main(void)
{
    static unsigned block[BLOCK];
    unsigned bytes;
    MP_receive(TASK_WORKER0, sizeof bytes, &bytes);
    for (unsigned done = 0; done < bytes; done += sizeof block) {
        MP_receive(TASK_WORKER0, sizeof block, block);
        MP_mwrite(block, sizeof block, OUTPUT_AT + sizeof bytes + done);
        MP_sent();
    }
    MP_mwrite(&bytes, sizeof bytes, OUTPUT_AT);
    return 0;
}
