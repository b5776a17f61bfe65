/* Timer, event and software interrupts reach a handler while the core computes, and while it waits for messages. */
#include "check.h"

#include <stdint.h>
#include <weft/boot.h>
#include <weft/interrupt.h>
#include <weft/timer.h>

static volatile uint32_t ticks;
static volatile uint32_t words;
static volatile uint32_t events;
static int out[300];
static int in[300];

WEFT_INTERRUPT_HANDLER(handler)
{
    switch (weft_interrupt_cause() & 0xFFu) {
    case WEFT_CAUSE_TIMER:
        weft_timer_set(weft_timer_now() + 700);
        ticks++;
        break;
    case WEFT_CAUSE_SOFTWARE:
        words += WEFT_FIELD_GET(WEFT_SINGLE_PAYLOAD, weft_read_mword());
        break;
    default:
        events |= weft_clear_meventh(UINT32_C(1) << 31);
        break;
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    weft_interrupt_vector(handler);
    weft_set_mevmaskh(UINT32_C(1) << 31);
    weft_timer_set(weft_timer_now() + 700);
    weft_interrupt_enable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER) | WEFT_INTERRUPT_BIT(WEFT_CAUSE_SOFTWARE) |
                          WEFT_INTERRUPT_BIT(WEFT_CAUSE_EVENT));
    weft_interrupts_on();
    MPI_Barrier(MPI_COMM_WORLD);
    const int next = (rank + 1) % size;
    const int previous = (rank + size - 1) % size;
    const uint32_t node = weft_boot.core_of_rank[next];
    weft_msg_send(5, node, WEFT_TOKEN_WORD_FIRST + 3);
    weft_msg_send(0, node, WEFT_TOKEN_EVENT_LAST);
    for (int i = 0; i < 50; i++) {
        out[299] = rank * 100 + i;
        MPI_Sendrecv(out, 300, MPI_INT, next, 0, in, 300, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in[299] == previous * 100 + i);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    weft_interrupts_off();
    CHECK(ticks > 10);
    CHECK(words == 5);
    CHECK(events == UINT32_C(1) << 31);
    return finish();
}
