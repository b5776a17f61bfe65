/* Reads a file from memory and sends it on: its length, then block by block. */
#include <mp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static unsigned block[BLOCK];
    unsigned bytes;
    if (argc < 3 || atoi(argv[1]) != BLOCK) {
        return 2;
    }
    printf("%s: task %d of %d\n", argv[2], MP_task(), WEFT_TASKS);
    MP_mread(&bytes, sizeof bytes, INPUT_AT);
    MP_send(TASK_WORKER0, sizeof bytes, &bytes);
    for (unsigned done = 0; done < bytes; done += sizeof block) {
        MP_sent();
        MP_mread(block, sizeof block, INPUT_AT + sizeof bytes + done);
        MP_send(TASK_WORKER0, sizeof block, block);
    }
    return 0;
}
