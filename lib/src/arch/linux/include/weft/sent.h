/* Counts the messages and bytes that a rank has sent, for the launcher: those that a trace shows as sent. */
#ifndef WEFT_SENT_H
#define WEFT_SENT_H

#include <stdint.h>
#include <weft/boot.h>

struct weft_sent {
    uint64_t messages;
    uint64_t bytes;
};

/* In this rank's part of the memory that the launcher reads (arch/linux/common.h). */
extern WEFT_PER_RANK struct weft_sent *weft_sent;

#define WEFT_COUNT_SENT(length) (weft_sent->messages++, weft_sent->bytes += (length))

#endif
