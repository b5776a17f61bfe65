/* The queue from one rank to another: a ring of cells, each a cache line, and a ring of bytes.
 *
 *     written by the sender     cells[128]   number | end | request word | up to 48 bytes of payload
 *                               ring         longer payloads, each from the start of a line
 *     written by the receiver   returns      cells taken | bytes of the ring taken | batches of credits given
 *
 * A cell carries a number, the request word, and up to 48 bytes of payload, so that a small message moves exactly one
 * line from the sender's cache to the receiver's. A longer payload, of up to one block, is in the ring of bytes, which
 * both sides go through in the order of the messages.
 *
 * No head or tail index is written by both sides. The sender writes cells; their numbers tell the receiver what is new:
 * message n (counted from 1) is in cell (n - 1) mod WEFT_CELLS, and it is there once the cell's number is n. The
 * receiver writes what it has taken into `struct weft_returns`, a line of its own, in batches; the sender reads that
 * only when it seems to have run out of room.
 *
 * The steps are numbered; crates/launch/tests/queue_model.rs has the same algorithm under the same numbers, and tries
 * all its executions.
 */
#ifndef WEFT_SHM_QUEUE_H
#define WEFT_SHM_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <weft/label.h>

#include "link/shm/senders.h"

#define WEFT_LINE 64u /* bytes of a cache line */
#define WEFT_CELLS 128u
#define WEFT_CELLS_BATCH 16u /* taken cells are returned in batches of this number */
#define WEFT_CELL_DATA 48u

struct weft_cell {
    _Alignas(WEFT_LINE) _Atomic uint32_t number;
    uint32_t end; /* where its payload ends in the ring of bytes, counted over all laps; payloads begin on lines */
    weft_word word;
    uint8_t data[WEFT_CELL_DATA];
};

struct weft_returns {
    _Alignas(WEFT_LINE) _Atomic uint32_t cells; /* taken so far */
    _Atomic uint32_t bytes;                     /* of the ring, taken so far */
    _Atomic uint32_t credits;                   /* batches of credits given so far */
};

struct weft_channel {
    struct weft_cell cells[WEFT_CELLS];
    struct weft_returns returns;
    uint8_t ring[];
};

/* What the sender knows. At first the queue seems full, so that the first message goes through weft_outbox_put_any().
 * All counts wrap around at 2^32; only their differences matter. */
struct weft_outbox {
    struct weft_channel *channel;
    uint32_t ring_bytes; /* a power of two, at least four blocks */
    uint32_t sent;
    uint32_t cells_back;          /* of `sent`, returned when it last read that */
    uint32_t end;                 /* of the last payload in the ring */
    uint32_t bytes_back;          /* of `end`, returned when it last read that */
    uint32_t credits;             /* batches received */
    bool refused;                 /* the sender waits for a return */
    bool announced;               /* the receiver knows of this sender */
    uint32_t rank;                /* of the sender */
    struct weft_senders *senders; /* of the receiver */
};

/* What the receiver knows. */
struct weft_inbox {
    struct weft_channel *channel;
    uint32_t ring_bytes;
    uint32_t taken;
    uint32_t cells_back; /* of `taken`, what the sender has been told */
    uint32_t end;        /* of the last payload taken */
    uint32_t bytes_back; /* of `end`, what the sender has been told */
    uint32_t credits;    /* batches given */
};

/* Copies at most 48 bytes. From 8 bytes on, in pieces that overlap and whose sizes the compiler knows: no loop, no
 * call. */
__attribute__((always_inline)) static inline void weft_copy_small(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    if (bytes >= 16) {
        memcpy(to, from, 16);
        if (bytes > 32) {
            memcpy(to + 16, from + 16, 16);
        }
        memcpy(to + bytes - 16, from + bytes - 16, 16);
    } else if (bytes >= 8) {
        uint64_t first;
        uint64_t last;
        memcpy(&first, from, 8);
        memcpy(&last, from + bytes - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + bytes - 8, &last, 8);
    } else {
        for (uint32_t i = 0; i < bytes; i++) {
            to[i] = from[i];
        }
    }
}

static inline bool weft_outbox_has_cell(const struct weft_outbox *outbox)
{
    return outbox->sent - outbox->cells_back < WEFT_CELLS;
}

/* Makes a message visible; its payload is in place, and ends at `end` in the ring of bytes. */
static inline void weft_outbox_publish(struct weft_outbox *outbox, struct weft_cell *cell, weft_word word, uint32_t end)
{
    cell->word = word; /* S3 */
    cell->end = end;
    outbox->end = end;
    outbox->sent++;
    /* Release: whoever sees the number sees the word and the payload. */
    atomic_store_explicit(&cell->number, outbox->sent, memory_order_release); /* S4 */
}

/* queue.c: as weft_outbox_put(), for any payload of at most one block and for a queue that seems full. */
bool weft_outbox_put_any(struct weft_outbox *outbox, weft_word word, const void *data, uint32_t bytes);

/* queue.c: has the receiver returned everything? */
bool weft_outbox_is_empty(struct weft_outbox *outbox);

/* Puts a message of at most one block into the queue, if there is room. */
__attribute__((always_inline)) static inline bool weft_outbox_put(struct weft_outbox *outbox, weft_word word,
                                                                  const void *data, uint32_t bytes)
{
    if (__builtin_expect(bytes > WEFT_CELL_DATA || !weft_outbox_has_cell(outbox), 0)) {
        return weft_outbox_put_any(outbox, word, data, bytes);
    }
    struct weft_cell *const cell = &outbox->channel->cells[outbox->sent % WEFT_CELLS];
    weft_copy_small(cell->data, data, bytes); /* S2 */
    weft_outbox_publish(outbox, cell, word, outbox->end);
    return true;
}

/* Returns the cell of the next message, or null if it has not come. Acquire: what is read from the cell is what S2 and
 * S3 wrote. */
static inline const struct weft_cell *weft_inbox_next(const struct weft_inbox *inbox)
{
    const struct weft_cell *const cell = &inbox->channel->cells[inbox->taken % WEFT_CELLS];
    const uint32_t number = atomic_load_explicit(&cell->number, memory_order_acquire); /* R1 */
    return number == inbox->taken + 1 ? cell : NULL;
}

/* queue.c: copies a payload from the ring of bytes; tells the sender what it may overwrite. */
void weft_inbox_copy(const struct weft_inbox *inbox, const struct weft_cell *cell, void *data, uint32_t bytes);
void weft_inbox_return(struct weft_inbox *inbox);

/* Takes the next message, which is in `cell` and has `bytes` bytes. Returns whether its sender has been told of room.
 */
__attribute__((always_inline)) static inline bool
weft_inbox_take(struct weft_inbox *inbox, const struct weft_cell *cell, void *data, uint32_t bytes)
{
    if (__builtin_expect(bytes <= WEFT_CELL_DATA, 1)) {
        weft_copy_small(data, cell->data, bytes); /* R2 */
    } else {
        weft_inbox_copy(inbox, cell, data, bytes);
    }
    inbox->taken++;
    inbox->end = cell->end;
    const bool due =
        inbox->taken - inbox->cells_back >= WEFT_CELLS_BATCH || inbox->end - inbox->bytes_back >= inbox->ring_bytes / 4;
    if (__builtin_expect(due, 0)) {
        weft_inbox_return(inbox);
    }
    return due;
}

#endif
