/* The link over mailboxes (PL320): one mailbox for each ordered pair of cores, filled and emptied by the cores
 * themselves.
 *
 * A mailbox carries seven words. The first word of a message is its request word; data that do not fit into the other
 * six follow in the same mailbox, seven words at a time, and the receiver takes them without interruption: it has
 * promised to.
 *
 *     sender                                     receiver
 *     request word, up to 24 bytes  -- send -->  reads the head
 *     waits until it is free        <-- ack ---  takes the data
 *     up to 28 bytes more           -- send -->  takes them
 *                                   <-- ack ---  ...
 *
 * The contract holds because each pair has its own mailbox: whether it is free depends on its receiver alone, and
 * messages between two nodes keep the order in which they pass through one mailbox. A sender checks whether the last
 * message was acknowledged; a receiver with nothing to do sleeps until the mailbox's interrupt is pending, and does not
 * take it.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

/* The longest multiple of a block that the length field of a request word holds. */
#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK
#ifndef WEFT_BOUNCE
#define WEFT_BOUNCE (10u * WEFT_LINK_BLOCK)
#endif

/* The first controller has the mailboxes to the first cores, the next one those to the next cores, and so on. */
#define WEFT_IPCM_RECEIVERS (WEFT_MAILBOX_COUNT / WEFT_CORES)
#define WEFT_IPCM_DEVICES ((WEFT_CORES + WEFT_IPCM_RECEIVERS - 1) / WEFT_IPCM_RECEIVERS)
#define WEFT_IPCM_DEVICE_BYTES 0x1000u
_Static_assert(WEFT_MAILBOX_COUNT >= WEFT_CORES && WEFT_MAILBOX_CHANNELS > WEFT_CORES,
               "the link needs a mailbox for each sender to a core, a channel for each core, and one more");
#if WEFT_CORES > WEFT_IPCM_RECEIVERS
_Static_assert(WEFT_IPCM_DEVICES == 2 && WEFT_MAILBOX1_BASE - WEFT_MAILBOX_BASE == WEFT_IPCM_DEVICE_BYTES,
               "the link needs a mailbox for each ordered pair of cores: in device mailbox, and in mailbox1 behind it");
#endif

struct weft_ipcm {
    uint32_t node;
    struct weft_pl320_mailbox *inboxes; /* to this core; by sender */
    const volatile uint32_t *status;    /* register: which of them are full, among others */
    uint32_t status_shift;              /* the first one's bit */
    weft_word head;                     /* request word of the message at the head; 0: none that we know of */
    uint32_t from;                      /* its sender, or that of the last message */
    uint32_t refused;                   /* the nodes whose mailboxes were full */
};

extern struct weft_ipcm weft_ipcm;

static inline struct weft_pl320 *weft_ipcm_device(uint32_t receiver)
{
    return (struct weft_pl320 *)(WEFT_MAILBOX_BASE + receiver / WEFT_IPCM_RECEIVERS * WEFT_IPCM_DEVICE_BYTES);
}

static inline struct weft_pl320_mailbox *weft_ipcm_mailbox(uint32_t sender, uint32_t receiver)
{
    return &weft_ipcm_device(receiver)->MAILBOX[receiver % WEFT_IPCM_RECEIVERS * WEFT_CORES + sender];
}

/* mailbox.c */
weft_word weft_ipcm_look(void);
void weft_ipcm_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* sleep.c: sleeps until a message has come; or also until a mailbox to one of these nodes is free. */
void weft_ipcm_sleep(void);
void weft_ipcm_sleep_for(uint32_t nodes);

static inline weft_word weft_link_head(void)
{
    return weft_ipcm.head != 0 ? weft_ipcm.head : weft_ipcm_look();
}

static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    weft_ipcm_stream(node, label, buffer, length);
    return true;
}

static inline void weft_link_rest(void)
{
    if (weft_ipcm.head == 0) {
        weft_ipcm_sleep_for(weft_ipcm.refused);
    }
    weft_ipcm.refused = 0;
}

#include "link/common.h"
#include "link/link.h"

#endif
