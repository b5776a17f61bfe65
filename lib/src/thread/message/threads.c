/* Threads that cores start on each other: see <weft/threads.h>. */
#include <stdbool.h>
#include <weft/instructions.h>
#include <weft/interrupt.h>
#include <weft/platform.h>
#include <weft/threads.h>

#include "arch/diagnostic.h"

/* Tokens of the words. The payload of STARTED is the function's address; the others have none. */
enum { STARTED = WEFT_TOKEN_WORD_FIRST, ENDED, STOPPED };

/* Number of functions that have returned and were not joined, by the core on which they ran. */
static uint8_t ended[WEFT_CORES];
static bool is_stopped;

/* Sleeps until the next word for this core, and returns it. Words stay in their queue while a handler of the program
 * runs. */
static uint32_t next_word(void)
{
    uint32_t word = weft_read_mword();
    while (word == 0) {
        const uint32_t on = weft_interrupts_off();
        weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_SOFTWARE));
        weft_interrupts_restore(on);
        word = weft_read_mword();
    }
    return word;
}

static void run(uint32_t function, uint32_t starter)
{
    ((weft_thread *)(uintptr_t)function)(starter);
    weft_msg_send(0, starter, ENDED);
}

static void serve_one(void)
{
    const uint32_t word = next_word();
    const uint32_t node = WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word);
    switch (WEFT_FIELD_GET(WEFT_SINGLE_TOKEN, word)) {
    case STARTED:
        run(WEFT_FIELD_GET(WEFT_SINGLE_PAYLOAD, word), node);
        break;
    case ENDED:
        ended[node]++;
        break;
    case STOPPED:
        is_stopped = true;
        break;
    default:
        weft_fatal("a core that uses <weft/threads.h> has received a word of another kind");
    }
}

void weft_thread_start(uint32_t node, weft_thread *function)
{
    const uint32_t address = (uint32_t)(uintptr_t)function;
    if (address > WEFT_SINGLE_PAYLOAD_MASK) {
        weft_fatal("a thread's function lies higher than the payload of a word can tell");
    }
    weft_msg_send(address, node, STARTED);
}

void weft_thread_join(uint32_t node)
{
    while (ended[node] == 0) {
        serve_one();
    }
    ended[node]--;
}

void weft_threads_serve(void)
{
    while (!is_stopped) {
        serve_one();
    }
    is_stopped = false;
}

void weft_thread_stop(uint32_t node)
{
    weft_msg_send(0, node, STOPPED);
}
