/* Every task writes a part of the memory at the edge of the mesh and reads it again; then, told by its neighbour, that
 * one's part, until it is there. */
#include <mp.h>
#include <stdio.h>

#define WORDS (MP_SEND_MAX / 4)

static unsigned place_of(int task)
{
    return 0x1000u + (unsigned)task * MP_SEND_MAX;
}

/* Whether the part of a task is there. */
static int holds(int task)
{
    unsigned words[WORDS] = {0};
    MP_mread(words, sizeof words, place_of(task));
    for (unsigned i = 0; i < WORDS; i++) {
        if (words[i] != (unsigned)task * 1000u + i) {
            return 0;
        }
    }
    return 1;
}

int main(void)
{
    const int self = MP_task();
    const int next = (self + 1) % MP_tasks();
    const int previous = (self + MP_tasks() - 1) % MP_tasks();
    unsigned words[WORDS];
    for (unsigned i = 0; i < WORDS; i++) {
        words[i] = (unsigned)self * 1000u + i;
    }
    MP_mwrite(words, sizeof words, place_of(self));
    if (!holds(self)) {
        printf("task %d: it does not find what it has written\n", self);
        return 1;
    }
    MP_send(next, sizeof words[0], words);
    MP_receive(previous, sizeof words[0], words);
    while (!holds(previous)) {
    }
    printf("task %d: right\n", self);
    return 0;
}
