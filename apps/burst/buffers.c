/* How much the message buffers of a tile hold: buffers, on three tiles of a mesh.
 *
 * A task sends small blocks to one that receives none for a long time, until a send has to wait: then the receiver's
 * input buffer and the sender's own output buffer are full. Another task does the same before: it fills the input
 * buffer of the receiver, so that what the first one can send then is what its output buffer holds. Reports
 *
 *     buffer output BYTES        buffer input BYTES
 */
#include "../must.h"
#include "../stopwatch.h"
#include <weft/report.h>

#define BLOCK 16u       /* bytes */
#define PATIENCE 1000u  /* cycles of a send that had to wait */
#define MOST 64u        /* more blocks than both buffers hold */
#define FILLED 20000u   /* cycles in which a sender has filled them */
#define RECEIVES 60000u /* cycles until the receiver begins */

enum { RECEIVER, FIRST, SECOND };

static uint32_t block[BLOCK / 4];

/* Blocks that are taken at once; one more is sent, which waits. */
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

/* Receives a task's blocks, which end with the one that had to wait, and how many bytes were taken before. */
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
