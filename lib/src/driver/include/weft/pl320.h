/* Mailboxes with interrupts: the registers of ARM's PrimeCell PL320 inter-processor communications module, with the
 * names of its manual (ARM DDI 0306B, chapter 3), and a driver.
 *
 * Each core, or other receiver of interrupts, is a channel and has one bit in the registers. A mailbox with a source
 * has an owner, which sets the destinations, fills the data registers and sends:
 *
 *      SEND  1   the interrupt of each destination is raised, until the destination acknowledges
 *            2   acknowledged: the interrupt of the source is raised, until it sends again or releases the mailbox
 *
 * The driver needs nothing else of this library. The registers are on the bus: each access costs a bus transfer.
 */
#ifndef WEFT_PL320_H
#define WEFT_PL320_H

#include <stdbool.h>
#include <stdint.h>

#define WEFT_PL320_WORDS 7u /* data registers of a mailbox */
#define WEFT_PL320_SEND UINT32_C(1)
#define WEFT_PL320_ACKNOWLEDGE UINT32_C(2)
#define WEFT_PL320_CHANNEL(number) (UINT32_C(1) << (number))

struct weft_pl320_mailbox {
    volatile uint32_t SOURCE;  /* owner; can be set only while it is 0; writing 0 clears the whole mailbox */
    volatile uint32_t DSET;    /* adds destinations */
    volatile uint32_t DCLEAR;  /* removes destinations */
    volatile uint32_t DSTATUS; /* the destinations */
    volatile uint32_t MODE;    /* automatic acknowledge, automatic link to the next mailbox */
    volatile uint32_t MSET;    /* adds channels that this mailbox may interrupt */
    volatile uint32_t MCLEAR;  /* removes such channels */
    volatile uint32_t MSTATUS; /* the channels that it may interrupt */
    volatile uint32_t SEND;
    volatile uint32_t DR[WEFT_PL320_WORDS];
};

struct weft_pl320_interrupt {
    volatile uint32_t MIS; /* mailboxes that interrupt this channel: bit n is mailbox n */
    volatile uint32_t RIS; /* the same before masking */
};

struct weft_pl320 {
    struct weft_pl320_mailbox MAILBOX[32];
    struct weft_pl320_interrupt CHANNEL[32];
    volatile uint32_t CONFIGSTAT;
};

/* Allocates a free mailbox for messages from one channel to another, and lets it interrupt both. */
static inline void weft_pl320_open(struct weft_pl320_mailbox *mailbox, uint32_t source, uint32_t destination)
{
    mailbox->SOURCE = WEFT_PL320_CHANNEL(source);
    mailbox->DSET = WEFT_PL320_CHANNEL(destination);
    mailbox->MSET = WEFT_PL320_CHANNEL(source) | WEFT_PL320_CHANNEL(destination);
}

static inline void weft_pl320_close(struct weft_pl320_mailbox *mailbox)
{
    mailbox->SOURCE = 0;
}

/* Has the last message not been acknowledged yet? */
static inline bool weft_pl320_is_busy(const struct weft_pl320_mailbox *mailbox)
{
    return (mailbox->SEND & WEFT_PL320_SEND) != 0;
}

/* Copies `count` words, at most seven. Unrolled, because an iteration of a loop would take longer than the four cycles
 * in which the bus transfers a word. */
static inline void weft_pl320_copy(volatile uint32_t *to, const volatile uint32_t *from, uint32_t count)
{
    if ((count & 4) != 0) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = from[3];
        to += 4;
        from += 4;
    }
    if ((count & 2) != 0) {
        to[0] = from[0];
        to[1] = from[1];
        to += 2;
        from += 2;
    }
    if ((count & 1) != 0) {
        to[0] = from[0];
    }
}

static inline void weft_pl320_write(struct weft_pl320_mailbox *mailbox, const uint32_t *words, uint32_t count)
{
    weft_pl320_copy(mailbox->DR, words, count);
}

static inline void weft_pl320_read(const struct weft_pl320_mailbox *mailbox, uint32_t *words, uint32_t count)
{
    weft_pl320_copy(words, mailbox->DR, count);
}

static inline void weft_pl320_send(struct weft_pl320_mailbox *mailbox)
{
    mailbox->SEND = WEFT_PL320_SEND;
}

static inline void weft_pl320_acknowledge(struct weft_pl320_mailbox *mailbox)
{
    mailbox->SEND = WEFT_PL320_ACKNOWLEDGE;
}

#endif
