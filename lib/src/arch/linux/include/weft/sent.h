/* What a rank has sent, counted for the launcher: the messages that a trace shows as sent, and their bytes. */
#ifndef WEFT_SENT_H
#define WEFT_SENT_H

#include <stdint.h>
#include <weft/boot.h>

struct weft_sent {
    uint64_t messages;
    uint64_t bytes;
};

/* In the rank's own line of the memory that the launcher reads (arch/linux/common.h). */
extern WEFT_PER_RANK struct weft_sent *weft_sent;

#define WEFT_COUNT_SENT(length) (weft_sent->messages++, weft_sent->bytes += (length))

#endif
