/* The slow paths of queue.h: first messages, payloads that do not fit into a cell, queues that seem full, and returns.
 */
#include "link/shm/queue.h"

static uint32_t round_to_lines(uint32_t bytes)
{
    return (bytes + WEFT_LINE - 1) & ~(WEFT_LINE - 1);
}

/* Returns the offset in the ring at which a payload of `bytes` begins that ends at `end`. */
static uint32_t start_of(uint32_t end, uint32_t bytes, uint32_t ring_bytes)
{
    return (end - round_to_lines(bytes)) & (ring_bytes - 1);
}

/* Returns where the next payload of `bytes` will end. It begins after the last one or, where it would not fit before
 * the end of the ring, at the ring's start. One in a cell takes nothing. */
static uint32_t place(const struct weft_outbox *outbox, uint32_t bytes)
{
    const uint32_t length = bytes > WEFT_CELL_DATA ? round_to_lines(bytes) : 0;
    const uint32_t left = outbox->ring_bytes - (outbox->end & (outbox->ring_bytes - 1));
    return outbox->end + length + (length > left ? left : 0);
}

static bool has_room(const struct weft_outbox *outbox, uint32_t end)
{
    return weft_outbox_has_cell(outbox) && end - outbox->bytes_back <= outbox->ring_bytes;
}

/* Reads what the receiver has returned. Acquire: the receiver's loads from there precede this rank's next stores there.
 */
static void look(struct weft_outbox *outbox)
{
    const struct weft_returns *const returns = &outbox->channel->returns;
    outbox->cells_back = atomic_load_explicit(&returns->cells, memory_order_acquire); /* S1 */
    outbox->bytes_back = atomic_load_explicit(&returns->bytes, memory_order_acquire); /* S1 */
}

bool weft_outbox_put_any(struct weft_outbox *outbox, weft_word word, const void *data, uint32_t bytes)
{
    const uint32_t end = place(outbox, bytes);
    if (!outbox->announced) {
        weft_senders_add(outbox->senders, outbox->rank);
        outbox->announced = true;
    }
    if (!has_room(outbox, end)) {
        look(outbox);
    }
    outbox->refused = !has_room(outbox, end);
    if (outbox->refused) {
        return false;
    }
    struct weft_cell *const cell = &outbox->channel->cells[outbox->sent % WEFT_CELLS];
    uint8_t *const ring = outbox->channel->ring;
    uint8_t *const to = bytes > WEFT_CELL_DATA ? ring + start_of(end, bytes, outbox->ring_bytes) : cell->data;
    memcpy(to, data, bytes); /* S2 */
    weft_outbox_publish(outbox, cell, word, end);
    return true;
}

bool weft_outbox_is_empty(struct weft_outbox *outbox)
{
    look(outbox);
    outbox->refused = outbox->cells_back != outbox->sent;
    return !outbox->refused;
}

void weft_inbox_copy(const struct weft_inbox *inbox, const struct weft_cell *cell, void *data, uint32_t bytes)
{
    memcpy(data, inbox->channel->ring + start_of(cell->end, bytes, inbox->ring_bytes), bytes); /* R2 */
}

/* Release: what is returned has been read before. */
void weft_inbox_return(struct weft_inbox *inbox)
{
    struct weft_returns *const returns = &inbox->channel->returns;
    inbox->cells_back = inbox->taken;
    inbox->bytes_back = inbox->end;
    atomic_store_explicit(&returns->bytes, inbox->end, memory_order_release);   /* R3 */
    atomic_store_explicit(&returns->cells, inbox->taken, memory_order_release); /* R3 */
}
