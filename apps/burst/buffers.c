/* Measures the capacity of a tile's message buffers: buffers, on three tiles of a mesh.
 *
 * A task sends small blocks to a receiver that receives none for a long time, until a send has to wait: then the
 * receiver's input buffer and the sender's own output buffer are full. If another task has filled the receiver's input
 * buffer before, the first task can send only as much as its output buffer holds. Reports
 *
 *     buffer output BYTES        buffer input BYTES
 */
#include "../must.h"
#include "../stopwatch.h"
#include <weft/report.h>

#define BLOCK 16u       /* bytes */
#define PATIENCE 1000u  /* cycles after which a send counts as one that had to wait */
#define MOST 64u        /* more blocks than both buffers hold */
#define FILLED 20000u   /* cycles in which a sender has filled them */
#define RECEIVES 60000u /* cycles until the receiver begins */

enum { RECEIVER, FIRST, SECOND };

static uint32_t block[BLOCK / 4];

/* Returns the number of blocks that are accepted at once; one more is sent, which waits. */
static uint32_t fill(void)
{
    for (uint32_t sent = 0; sent < MOST; sent++) {
        const uint32_t start = *COUNTER;
        must(MP_send(RECEIVER, sizeof block, block), "MP_send");
        if (*COUNTER - start > PATIENCE) {
            return sent;
        }
    }
    return MOST;
}

static uint32_t tell(uint32_t bytes)
{
    must(MP_send(RECEIVER, sizeof bytes, &bytes), "MP_send");
    MP_sent();
    return bytes;
}

/* Receives a task's blocks, the last of which had to wait. Returns the number of bytes accepted before that. */
static uint32_t receive_all(int task)
{
    uint32_t taken = 0;
    uint32_t bytes = 0;
    for (; MP_receive(task, sizeof block, block) == MP_SUCCESS; taken += BLOCK) {
    }
    must(MP_receive(task, sizeof bytes, &bytes), "MP_receive");
    if (taken != bytes + BLOCK) {
        fprintf(stderr, "task %d has sent other blocks than it says\n", task);
        exit(1);
    }
    return bytes;
}

int main(void)
{
    if (MP_task() == RECEIVER) {
        pass(RECEIVES);
        const uint32_t both = receive_all(FIRST);
        const uint32_t output = receive_all(SECOND);
        weft_report("buffer output", output);
        weft_report("buffer input", both - output);
    } else {
        pass(MP_task() == SECOND ? FILLED : 0);
        tell(fill() * BLOCK);
    }
    return 0;
}
