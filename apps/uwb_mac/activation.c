/* Activation by an MPI message, and by a mailbox.
 *
 *     main                            mailbox                        the other processor
 *     source, destination, masks ---> taken
 *     five words, send           ---> full        -- interrupt --->  reads the words, acknowledges
 *     gives it up                <--- interrupt --  acknowledged
 */
#include "activation.h"
#include <mpi.h>
#include <stdbool.h>
#include <weft/platform.h>

#if defined WEFT_SOURCE_MAILBOX1 && !defined ACTIVATE_BY_MPI
#include <weft/core.h>
#include <weft/interrupt.h>
#include <weft/pl320.h>
#include <weft/plic.h>

/* The second controller: the library's link uses the first one for this number of cores. Processor n uses channel n,
 * and mailbox n carries what is sent to it. */
#define IPCM ((struct weft_pl320 *)WEFT_MAILBOX1_BASE)

/* The main processor's side: mailboxes whose task is not acknowledged yet, one bit each. */
static volatile uint32_t taken;

static void give_up_acknowledged(void *argument)
{
    (void)argument;
    const uint32_t acknowledged = IPCM->CHANNEL[MAIN].MIS;
    for (uint32_t to = BEACON; to < PROCESSORS; to++) {
        if ((acknowledged >> to & 1u) != 0) {
            weft_pl320_close(&IPCM->MAILBOX[to]);
        }
    }
    taken &= ~acknowledged;
}

void send_task(enum processor to, const struct task *task)
{
    struct weft_pl320_mailbox *const mailbox = &IPCM->MAILBOX[to];
    while ((taken >> to & 1u) != 0) {
    }
    const uint32_t before = weft_interrupts_off();
    taken |= 1u << to;
    weft_interrupts_restore(before);
    weft_pl320_open(mailbox, MAIN, to);
    weft_pl320_write(mailbox, (const uint32_t *)task, TASK_WORDS);
    weft_pl320_send(mailbox);
}

/* The other side. The interrupt takes a task; the next one is not taken before await_task() is called again. */
static struct {
    struct weft_pl320_mailbox *mailbox;
    struct task task;
    volatile bool is_full;
} inbox;

static inline void take_task(void)
{
    struct weft_pl320_mailbox *const mailbox = inbox.mailbox;
    weft_pl320_read(mailbox, (uint32_t *)&inbox.task, TASK_WORDS);
    weft_pl320_acknowledge(mailbox);
    inbox.is_full = true;
    weft_interrupt_disable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
}

WEFT_INTERRUPT_HANDLER(on_task)
{
    volatile uint32_t *const claim = weft_plic_claim(weft_core());
    const uint32_t claimed = *claim;
    if (claimed == WEFT_SOURCE_MAILBOX1 + weft_core()) {
        take_task();
    }
    *claim = claimed;
}

void await_task(struct task *task)
{
    weft_interrupt_enable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    while (!inbox.is_full) {
    }
    *task = inbox.task;
    inbox.is_full = false;
}

void activation_begin(enum processor self)
{
    if (self == MAIN) {
        weft_interrupt_attach(WEFT_SOURCE_MAILBOX1 + weft_core(), give_up_acknowledged, 0);
        return;
    }
    inbox.mailbox = &IPCM->MAILBOX[self];
    weft_plic_route(WEFT_SOURCE_MAILBOX1 + weft_core(), weft_core());
    weft_interrupt_vector(on_task);
    weft_interrupts_on();
}

/* Gives the interrupts back to the library's vector. */
void activation_end(enum processor self)
{
    if (self != MAIN) {
        weft_interrupts_off();
        weft_interrupt_vector(0);
    }
}

#else

void send_task(enum processor to, const struct task *task)
{
    MPI_Send(task, TASK_WORDS, MPI_UINT32_T, (int)to, 0, MPI_COMM_WORLD);
}

void await_task(struct task *task)
{
    MPI_Recv(task, TASK_WORDS, MPI_UINT32_T, MAIN, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void activation_begin(enum processor self)
{
    (void)self;
}

void activation_end(enum processor self)
{
    (void)self;
}

#endif
