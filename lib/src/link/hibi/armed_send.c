/* The sender's side of armed buffers; see armed.h. */
#include "link_port.h"

#ifdef WEFT_LINK_ARMS

#include "arch/copy.h"

#ifdef __riscv
__attribute__((section(".sdata.weft_armed_to")))
#endif
struct weft_armed_to weft_armed_to = {.length = WEFT_ARMED_NO_LENGTH, .ready = WEFT_ARMED_NO_LENGTH};

/* Polls for a credit that may be about to come: that takes less time than a packet through the engine. */
#define LOOKS 512u

uint32_t weft_armed_credits[4 * WEFT_ARMED_BUFFERS];

void weft_armed_start_to(const struct weft_armed_ends *ends)
{
    struct weft_armed_to *const to = &weft_armed_to;
    const uint32_t there = weft_armed_address(ends->node, 0);
    *to = (struct weft_armed_to){
        .buffer = WEFT_ARMED_BUFFERS - 1,
        .first_address = there,
        .length = WEFT_ARMED_NO_LENGTH,
        .ready = WEFT_ARMED_NO_LENGTH,
        .capacity = ends->capacity,
        .marks_address = there + WEFT_ARMED_ADDRESS(WEFT_ARMED_MARKS_PLACE),
        .rank = ends->rank,
        .tag = ends->tag,
        .context = ends->context,
    };
}

static volatile uint32_t *credits_held(void)
{
    return weft_hibi_channel(WEFT_ARMED_CREDITS, WEFT_HIBI_DMA_CURRENT);
}

bool weft_armed_has_credit(void)
{
    return *credits_held() > 0;
}

/* Spends a credit on the next buffer. */
static void begin_next_buffer(void)
{
    struct weft_armed_to *const to = &weft_armed_to;
    *credits_held() = 1;
    to->buffer = weft_armed_next(to->buffer);
    to->link.stream = to->first_address + WEFT_ARMED_ADDRESS(to->buffer);
    to->room = to->capacity;
    to->marks = WEFT_ARMED_MOST_MARKS;
}

static bool await_next_buffer(uint32_t looks)
{
    while (!weft_armed_has_credit()) {
        if (--looks == 0) {
            return false;
        }
    }
    begin_next_buffer();
    return true;
}

void weft_armed_turn(void)
{
    while (!weft_hibi_is_sent()) {
        if (weft_armed_has_credit()) {
            begin_next_buffer();
            weft_hibi_tell_address(weft_armed_to.link.stream);
            return;
        }
    }
    weft_armed_to.ready = WEFT_ARMED_NO_LENGTH;
}

static void send_mark(uint32_t length)
{
    const struct weft_armed_to *const to = &weft_armed_to;
    weft_hibi_send_single(weft_armed_mark(to->buffer, to->capacity - to->room, length), to->marks_address);
}

/* Sends data that the controller cannot read, by way of the words of short messages. */
static void send_copied(const uint8_t *bytes, uint32_t length)
{
    const uint32_t most = sizeof weft_hibi.outgoing;
    while (length > 0) {
        const uint32_t piece = length < most ? length : most;
        weft_copy(weft_hibi.outgoing, bytes, piece);
        weft_hibi_send_words(weft_hibi.outgoing, (piece + 3) / 4, weft_armed_to.link.stream);
        bytes += piece;
        length -= piece;
    }
}

static inline void send_packet(const void *data, uint32_t length)
{
    const uint32_t words = (length + 3) / 4;
    if (words > 0 && weft_link_direct(data)) {
        weft_hibi_begin(data, words, weft_armed_to.link.stream);
        weft_hibi_finish_words();
    } else {
        send_copied(data, length);
    }
    weft_armed_to.room -= words;
    WEFT_PROBE_AT("sent", &weft_armed_to.rank, &weft_armed_to.tag, &weft_armed_to.context, length);
}

/* Sends the mark of a packet of another length, or of one without data. */
static void tell_length(uint32_t length)
{
    weft_armed_to.marks--;
    send_mark(length);
    if (length > 0) {
        weft_armed_to.length = length;
    }
}

bool weft_armed_send_other(const void *data, uint32_t length, bool may_wait)
{
    struct weft_armed_to *const to = &weft_armed_to;
    const bool is_marked = length != to->length;
    const bool fits = (length + 3) / 4 <= to->room && (!is_marked || to->marks > 0);
    if (!fits && !await_next_buffer(may_wait ? LOOKS : 1)) {
        return false;
    }
    if (is_marked) {
        tell_length(length);
    }
    send_packet(data, length);
    to->ready = (to->length + 3) / 4 <= to->room ? to->length : WEFT_ARMED_NO_LENGTH;
    return true;
}

/* The packet takes no room in the buffer, whose rest stays empty. */
void weft_armed_send_by_engine(void)
{
    send_mark(WEFT_ARMED_BY_ENGINE);
    weft_armed_to.room = 0;
    weft_armed_to.ready = WEFT_ARMED_NO_LENGTH;
}

#endif
