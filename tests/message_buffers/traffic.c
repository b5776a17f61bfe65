/* Blocks of many lengths from every task to every other one, each of bytes that tell what it is. Some are first asked
 * for by another length, of which they stay where they are. */
#include <mp.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 40u

/* The same on both sides. */
static unsigned length_of(int from, int to, unsigned round)
{
    const unsigned mixed = (unsigned)(from * 31 + to * 17) * 2654435761u + round * 40503u;
    return 1 + (mixed >> 7) % MP_SEND_MAX;
}

static unsigned char byte_of(int from, int to, unsigned round, unsigned place)
{
    return (unsigned char)((unsigned)from * 7 + (unsigned)to * 13 + round * 5 + place);
}

static void send(int to, unsigned round)
{
    static unsigned words[2][MP_SEND_MAX / 4];
    unsigned char *const block = (unsigned char *)words[round % 2];
    const unsigned length = length_of(MP_task(), to, round);
    MP_sent();
    for (unsigned i = 0; i < length; i++) {
        block[i] = byte_of(MP_task(), to, round, i);
    }
    if (MP_send(to, length, block) != MP_SUCCESS) {
        printf("task %d cannot send %u bytes to %d\n", MP_task(), length, to);
        exit(1);
    }
}

static void ask_wrongly(int from, unsigned round, unsigned length, unsigned *words)
{
    const unsigned other = 1 + (length + round) % MP_SEND_MAX;
    if (round % 3 == 0 && other != length && MP_receive(from, other, words) != MP_ERR_MISMATCH) {
        printf("task %d: block %u of task %d is received as one of %u bytes\n", MP_task(), round, from, other);
        exit(1);
    }
}

static void receive(int from, unsigned round)
{
    static unsigned words[MP_SEND_MAX / 4 + 1];
    unsigned char *const block = (unsigned char *)words;
    const unsigned length = length_of(from, MP_task(), round);
    block[length] = 0xA5;
    ask_wrongly(from, round, length, words);
    const int result = MP_receive(from, length, block);
    for (unsigned i = 0; i < length; i++) {
        if (result != MP_SUCCESS || block[i] != byte_of(from, MP_task(), round, i)) {
            printf("task %d: byte %u of block %u of task %d is wrong (%d)\n", MP_task(), i, round, from, result);
            exit(1);
        }
    }
    if (block[length] != 0xA5) {
        printf("task %d: block %u of task %d overwrites what is behind it\n", MP_task(), round, from);
        exit(1);
    }
}

/* Asks a task for its block, and waits to be asked by another. Without that, blocks of tasks that are ahead could fill
 * the buffer of one that waits for another's block. */
static void agree(int from, int to)
{
    static unsigned asked[2];
    MP_sent();
    if (MP_send(from, sizeof asked[0], &asked[0]) != MP_SUCCESS ||
        MP_receive(to, sizeof asked[1], &asked[1]) != MP_SUCCESS) {
        printf("task %d: %d and %d do not agree\n", MP_task(), from, to);
        exit(1);
    }
}

/* In each distance everybody sends one block and receives one. */
int main(void)
{
    const int tasks = MP_tasks();
    const int self = MP_task();
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (int distance = 1; distance < tasks; distance++) {
            const int to = (self + distance) % tasks;
            const int from = (self + tasks - distance) % tasks;
            agree(from, to);
            send(to, round);
            receive(from, round);
        }
    }
    printf("task %d: right\n", self);
    return 0;
}
