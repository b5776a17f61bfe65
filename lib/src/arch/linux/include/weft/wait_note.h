/* What a rank waits for, recorded before it waits. While the rank sleeps the launcher can read it, and reports it when
 * no rank can make progress. The fields are those of a probe (<weft/probe.h>). */
#ifndef WEFT_WAIT_NOTE_H
#define WEFT_WAIT_NOTE_H

#include <stdint.h>
#include <weft/boot.h>

struct weft_wait_note {
    int32_t kind; /* the first letter of the probe's name: 'r'eceive, 's'end, 'l'ock, 'b'arrier; or 'm'eeting of all
                     ranks */
    int32_t peer;
    int32_t tag;
    uint32_t context;
    uint64_t length; /* in bytes; where a rank meets others: how often that has happened there */
};

extern WEFT_PER_RANK struct weft_wait_note weft_wait_note;

/* The probe "offer" marks no wait. */
#define WEFT_NOTE_WAIT(name, peer, tag, context, length)                                                               \
    do {                                                                                                               \
        if ((name)[0] != 'o') {                                                                                        \
            weft_wait_note = (struct weft_wait_note){(name)[0], (int32_t)(peer), (int32_t)(tag), (uint32_t)(context),  \
                                                     (uint64_t)(length)};                                              \
        }                                                                                                              \
    } while (0)

#endif
