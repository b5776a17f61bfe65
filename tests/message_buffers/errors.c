/* What <mp.h> refuses: every error, and that nothing happens in its case. Two tasks: 0 sends, 1 receives. */
#include <mp.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned words[MP_RECEIVE_MAX / 4 + 2];

static void expect(const char *what, int found, int wanted)
{
    if (found != wanted) {
        printf("task %d: %s gives %d, not %d\n", MP_task(), what, found, wanted);
        exit(1);
    }
}

static char *off_a_word(void)
{
    return (char *)words + 1;
}

static void sends(void)
{
    expect("a task of negative number", MP_send(-1, 4, words), MP_ERR_TASK);
    expect("one task too many", MP_send(MP_tasks(), 4, words), MP_ERR_TASK);
    expect("no bytes", MP_send(1, 0, words), MP_ERR_LENGTH);
    expect("too many bytes", MP_send(1, MP_SEND_MAX + 1, words), MP_ERR_LENGTH);
    expect("a place between words", MP_send(1, 4, off_a_word()), MP_ERR_ADDRESS);
    expect("a place in no memory", MP_send(1, 4, NULL), MP_ERR_ADDRESS);
}

static void receives(void)
{
    expect("from a task of negative number", MP_receive(-1, 4, words), MP_ERR_TASK);
    expect("from one task too many", MP_receive(MP_tasks(), 4, words), MP_ERR_TASK);
    expect("into no bytes", MP_receive(0, 0, words), MP_ERR_LENGTH);
    expect("into too many bytes", MP_receive(0, MP_RECEIVE_MAX + 1, words), MP_ERR_LENGTH);
    expect("into a place between words", MP_receive(0, 4, off_a_word()), MP_ERR_ADDRESS);
}

static void memory(void)
{
    expect("a read of no bytes", MP_mread(words, 0, 0), MP_ERR_LENGTH);
    expect("a read to a place between words", MP_mread(off_a_word(), 4, 0), MP_ERR_ADDRESS);
    expect("a read between words", MP_mread(words, 4, 2), MP_ERR_MEMORY);
    expect("a read beyond the memory", MP_mread(words, 4, 0xFFFFFFFC), MP_ERR_MEMORY);
    expect("a write of no bytes", MP_mwrite(words, 0, 0), MP_ERR_LENGTH);
    expect("a write of too many bytes", MP_mwrite(words, MP_SEND_MAX + 1, 0), MP_ERR_LENGTH);
    expect("a write from a place between words", MP_mwrite(off_a_word(), 4, 0), MP_ERR_ADDRESS);
    expect("a write beyond the memory", MP_mwrite(words, 4, 0xFFFFFFFC), MP_ERR_MEMORY);
}

/* A block of seven bytes is still there for whoever asks for seven; the byte behind them is not touched. */
static void mismatch(void)
{
    words[1] = 0x77000000;
    expect("another length", MP_receive(0, 8, words), MP_ERR_MISMATCH);
    expect("the right length", MP_receive(0, 7, words), MP_SUCCESS);
    expect("the block's first word", (int)words[0], 11);
    expect("what stands behind the block", (int)(words[1] >> 24), 0x77);
}

int main(void)
{
    expect("the number of tasks", MP_tasks(), 2);
    memory();
    if (MP_task() == 0) {
        sends();
        words[0] = 11;
        words[1] = 0;
        expect("a right send", MP_send(1, 7, words), MP_SUCCESS);
        MP_sent();
    } else {
        receives();
        mismatch();
        printf("right\n");
    }
    return 0;
}
