/* Start, sleep, and credits.
 *
 * Interrupts wake this core and are never taken: their priority is 0 except while it sleeps, and then interrupts are
 * off.
 */
#include "link_port.h"

#include <weft/interrupt.h>
#include <weft/plic.h>

#ifdef __riscv
__attribute__((section(".sbss.weft_ipcm")))
#endif
struct weft_ipcm weft_ipcm;

/* The channel of no core. A mailbox's mask has a bit for it all the same. */
#define CREDIT_CHANNEL WEFT_CORES

/* Returns this core's interrupt source at a device. That of the device with its inboxes is pending when a message has
 * come; that of each device, when a message of this core was acknowledged. */
static uint32_t source_of(uint32_t device)
{
#ifdef WEFT_SOURCE_MAILBOX1
    return (device == 0 ? WEFT_SOURCE_MAILBOX : WEFT_SOURCE_MAILBOX1) + weft_ipcm.node;
#else
    (void)device;
    return WEFT_SOURCE_MAILBOX + weft_ipcm.node;
#endif
}

void weft_link_start(uint32_t node, uint32_t count)
{
    (void)count;
    weft_ipcm.node = node;
    weft_ipcm.inboxes = weft_ipcm_mailbox(0, node);
    weft_ipcm.status = &weft_ipcm_device(node)->CHANNEL[node].RIS;
    weft_ipcm.status_shift = node % WEFT_IPCM_RECEIVERS * WEFT_CORES;
    for (uint32_t receiver = 0; receiver < WEFT_CORES; receiver++) {
        if (receiver != node) {
            struct weft_pl320_mailbox *const mailbox = weft_ipcm_mailbox(node, receiver);
            weft_pl320_open(mailbox, node, receiver);
            mailbox->MCLEAR = WEFT_PL320_CHANNEL(node);
        }
    }
    for (uint32_t device = 0; device < WEFT_IPCM_DEVICES; device++) {
        weft_plic_route(source_of(device), node);
        *weft_plic_priority(source_of(device)) = 0;
    }
}

/* Lets a source interrupt this core from now on. A source that has become pending stays so until it is claimed, even if
 * its cause is gone; when it is completed it becomes pending again at once if the cause remains. So no wake-up is lost
 * between polling and sleeping. With the highest priority this source is the one that the claim returns, and no other.
 */
static void listen(uint32_t source)
{
    *weft_plic_priority(source) = WEFT_PLIC_HIGHEST;
    if (weft_plic_is_pending(source)) {
        volatile uint32_t *const claim = weft_plic_claim(weft_ipcm.node);
        *claim = *claim;
    }
}

void weft_ipcm_sleep(void)
{
    const uint32_t inboxes = source_of(weft_ipcm.node / WEFT_IPCM_RECEIVERS);
    const uint32_t on = weft_interrupts_off();
    listen(inboxes);
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    *weft_plic_priority(inboxes) = 0;
    weft_interrupts_restore(on);
}

/* A core needs the interrupt of an acknowledgement only while it waits for one. */
static void set_acknowledge_interrupts(uint32_t nodes, bool enabled)
{
    for (uint32_t node = 0; nodes >> node != 0; node++) {
        if ((nodes >> node & 1) != 0) {
            struct weft_pl320_mailbox *const mailbox = weft_ipcm_mailbox(weft_ipcm.node, node);
            *(enabled ? &mailbox->MSET : &mailbox->MCLEAR) = WEFT_PL320_CHANNEL(weft_ipcm.node);
        }
    }
}

void weft_ipcm_sleep_for(uint32_t nodes)
{
    const uint32_t on = weft_interrupts_off();
    set_acknowledge_interrupts(nodes, true);
    for (uint32_t device = 0; device < WEFT_IPCM_DEVICES; device++) {
        listen(source_of(device));
    }
    weft_ipcm_sleep();
    for (uint32_t device = 0; device < WEFT_IPCM_DEVICES; device++) {
        *weft_plic_priority(source_of(device)) = 0;
    }
    set_acknowledge_interrupts(nodes, false);
    weft_interrupts_restore(on);
}

/* A credit is a bit of the mailbox's mask, which both sides can set, clear and read. */
void weft_link_give_credit(uint32_t node)
{
    weft_ipcm.inboxes[node].MSET = WEFT_PL320_CHANNEL(CREDIT_CHANNEL);
}

bool weft_link_take_credit(uint32_t node)
{
    struct weft_pl320_mailbox *const mailbox = weft_ipcm_mailbox(weft_ipcm.node, node);
    const bool given = (mailbox->MSTATUS & WEFT_PL320_CHANNEL(CREDIT_CHANNEL)) != 0;
    if (given) {
        mailbox->MCLEAR = WEFT_PL320_CHANNEL(CREDIT_CHANNEL);
    }
    return given;
}
