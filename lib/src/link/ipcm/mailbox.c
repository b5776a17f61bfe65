/* Messages in mailboxes of seven words. */
#include "link_port.h"

#include "arch/copy.h"

#define MAILBOX_BYTES (WEFT_PL320_WORDS * 4u)
#define LOOKS 4 /* polls for a message that may be about to come, before the core sleeps */

static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline weft_word request_word(weft_word label, uint32_t length)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, weft_ipcm.node) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
}

/* Fills the data registers from number `first` on, and notifies the receiver. */
static inline void post(struct weft_pl320_mailbox *mailbox, uint32_t first, const uint8_t *from, uint32_t bytes)
{
    weft_pl320_copy(&mailbox->DR[first], (const uint32_t *)(const void *)from, (bytes + 3) / 4);
    weft_pl320_send(mailbox);
}

/* Copies data registers from number `first` on to `to`, not a byte beyond, and notifies the sender. */
static inline void fetch(struct weft_pl320_mailbox *mailbox, uint32_t first, uint8_t *to, uint32_t bytes)
{
    const uint32_t words = bytes / 4;
    weft_pl320_copy((uint32_t *)(void *)to, &mailbox->DR[first], words);
    if (bytes % 4 != 0) {
        const uint32_t last = mailbox->DR[first + words];
        weft_copy(to + words * 4, &last, bytes % 4);
    }
    weft_pl320_acknowledge(mailbox);
}

bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_pl320_mailbox *const mailbox = weft_ipcm_mailbox(weft_ipcm.node, node);
    if (weft_pl320_is_busy(mailbox)) {
        weft_ipcm.refused |= UINT32_C(1) << node;
        return false;
    }
    mailbox->DR[0] = request_word(label, length);
    post(mailbox, 1, buffer, length);
    return true;
}

void weft_ipcm_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_pl320_mailbox *const mailbox = weft_ipcm_mailbox(weft_ipcm.node, node);
    const uint8_t *const from = buffer;
    uint32_t sent = smaller(length, WEFT_LINK_BLOCK);
    while (weft_pl320_is_busy(mailbox)) {
        weft_ipcm_sleep_for(UINT32_C(1) << node);
    }
    mailbox->DR[0] = request_word(label, length);
    post(mailbox, 1, from, sent);
    while (sent < length) {
        const uint32_t bytes = smaller(length - sent, MAILBOX_BYTES);
        while (weft_pl320_is_busy(mailbox)) {
        }
        post(mailbox, 0, from + sent, bytes);
        sent += bytes;
    }
}

/* While a message takes several fillings of the mailbox, its sender does nothing else until all are taken. */
void weft_link_take(void *buffer)
{
    struct weft_pl320_mailbox *const mailbox = &weft_ipcm.inboxes[weft_ipcm.from];
    const uint32_t length = WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_ipcm.head);
    uint8_t *const to = buffer;
    uint32_t taken = smaller(length, WEFT_LINK_BLOCK);
    fetch(mailbox, 1, to, taken);
    while (taken < length) {
        const uint32_t bytes = smaller(length - taken, MAILBOX_BYTES);
        while (!weft_pl320_is_busy(mailbox)) {
        }
        fetch(mailbox, 0, to + taken, bytes);
        taken += bytes;
    }
    weft_ipcm.head = 0;
}

/* Returns the number of the lowest bit that is 1, of eight: there are at most eight cores. */
static uint32_t lowest(uint32_t bits)
{
    const uint32_t half = (bits & 15) == 0 ? 4 : 0;
    const uint32_t quarter = (bits >> half & 3) == 0 ? 2 : 0;
    return half + quarter + ((bits >> half >> quarter & 1) == 0);
}

/* Checks the senders round robin, from the one after the last that had a message. */
weft_word weft_ipcm_look(void)
{
    const uint32_t full = *weft_ipcm.status >> weft_ipcm.status_shift & ((UINT32_C(1) << WEFT_CORES) - 1);
    if (full == 0) {
        return 0;
    }
    const uint32_t behind = full & UINT32_MAX << weft_ipcm.from << 1;
    weft_ipcm.from = lowest(behind != 0 ? behind : full);
    weft_ipcm.head = weft_ipcm.inboxes[weft_ipcm.from].DR[0];
    return weft_ipcm.head;
}

weft_word weft_link_wait_head(void)
{
    uint32_t looks = 0;
    while (weft_link_head() == 0) {
        if (++looks % LOOKS == 0) {
            weft_ipcm_sleep();
        }
    }
    return weft_ipcm.head;
}
