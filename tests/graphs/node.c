/* A task of a random tree. Receives blocks from its parent and checks them; sends blocks to its children.
 * Arguments: the parent and the words of its blocks (-1 0 for the root), then each child and the words of its blocks.
 */
#include <mp.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_WORDS 64

static unsigned word_of(int sender, int receiver, unsigned block, unsigned word)
{
    return (((unsigned)sender * 64 + (unsigned)receiver) * 4096 + block) * MOST_WORDS + word;
}

static int take(int parent, unsigned words, unsigned block)
{
    static unsigned data[MOST_WORDS];
    int wrong = MP_receive(parent, words * sizeof data[0], data) != MP_SUCCESS;
    for (unsigned word = 0; word < words; word++) {
        wrong |= data[word] != word_of(parent, MP_task(), block, word);
    }
    return wrong;
}

static void give(int child, unsigned words, unsigned block)
{
    static unsigned data[2][MOST_WORDS];
    static unsigned turn;
    turn = 1 - turn;
    for (unsigned word = 0; word < words; word++) {
        data[turn][word] = word_of(MP_task(), child, block, word);
    }
    MP_send(child, words * sizeof data[0][0], data[turn]);
}

int main(int argc, char **argv)
{
    int parent = atoi(argv[1]);
    int wrong = 0;
    for (unsigned block = 0; block < BLOCKS; block++) {
        if (parent >= 0) {
            wrong |= take(parent, (unsigned)atoi(argv[2]), block);
        }
        for (int child = 3; child + 1 < argc; child += 2) {
            give(atoi(argv[child]), (unsigned)atoi(argv[child + 1]), block);
        }
    }
    MP_sent();
    return wrong;
}
