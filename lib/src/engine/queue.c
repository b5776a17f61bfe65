/* The engine's lists: pending requests and unexpected messages, each in order of arrival; and the memory of unexpected
 * messages on a chip. */
#include "engine/state.h"

#include "arch/diagnostic.h"

/* In the small data section of a chip, as the context is (context.c). */
#ifdef __riscv
__attribute__((section(".sbss.weft_engine")))
#endif
WEFT_PER_RANK struct weft_engine weft_engine;
WEFT_PER_RANK struct weft_store weft_store;

extern inline void weft_list_append(struct weft_list *list, struct weft_node *node);
extern inline void weft_list_take_out(struct weft_list *list, struct weft_node *node);

/* Returns the list for requests in a phase. */
static struct weft_list *list_of(enum weft_phase phase)
{
    if (phase == WEFT_RECEIVE_MATCH) {
        return &weft_engine.posted;
    }
    return phase < WEFT_SEND_BLOCK ? &weft_engine.waiting : &weft_engine.sending;
}

/* Changes a counter of what keeps the receive window of a rank closed. The window is recomputed only when the counter
 * becomes nonzero or zero again. A library without windows (WEFT_SMALL) counts nothing. */
static void add_to_traffic(uint32_t *counter, int32_t rank, int32_t more)
{
    if (!WEFT_SMALL) {
        const uint32_t before = *counter;
        *counter = before + (uint32_t)more;
        if (before == 0 || *counter == 0) {
            weft_set_receive_window(rank);
        }
    }
}

#if WEFT_GROWS
/* Counts the ranks for which there are requests in `sending`, for advance_all(). */
static void count_destination(int32_t rank, int32_t more)
{
    uint32_t *const sending = &weft_engine.traffic[rank].sending;
    const bool before = *sending > 0;
    *sending += (uint32_t)more;
    weft_engine.destinations += (uint32_t)((*sending > 0) - before);
}
#endif

/* Updates counters and windows when a request enters (`more` is 1) or leaves (-1) a list. */
static void note(const struct weft_request *request, int32_t more)
{
    const enum weft_phase phase = request->phase;
    const int32_t rank = request->envelope.rank;
#if WEFT_GROWS
    if (phase >= WEFT_SEND_BLOCK) {
        count_destination(rank, more);
    }
#endif
    if (phase == WEFT_RECEIVE_DATA) {
        weft_engine.promised += (uint32_t)more;
        if (!WEFT_SMALL && WEFT_LINK_SHORT_RTS > 0) {
            weft_hold_receive_windows(more); /* no other words are awaited meanwhile */
        }
    }
    if (phase == WEFT_SEND_BLOCK || phase == WEFT_SEND_RTS) {
        weft_engine.traffic[rank].queued += (uint32_t)more;
        weft_update_send_window(rank);
    }
    if (!WEFT_SMALL && (phase >= WEFT_SEND_BLOCK || (phase == WEFT_RECEIVE_MATCH && rank == WEFT_ANY))) {
        weft_hold_receive_windows(more);
    }
    if (phase == WEFT_RECEIVE_MATCH && rank != WEFT_ANY) {
        add_to_traffic(&weft_engine.traffic[rank].posted, rank, more);
    }
}

void weft_request_enter(struct weft_request *request, enum weft_phase phase)
{
    request->phase = phase;
    weft_list_append(list_of(phase), &request->node);
    if (!WEFT_SMALL && phase != WEFT_RECEIVE_MATCH) {
        weft_end_quiet();
    }
    note(request, 1);
}

void weft_request_leave(struct weft_request *request)
{
    weft_list_take_out(list_of(request->phase), &request->node);
    if (!WEFT_SMALL && (request->phase != WEFT_RECEIVE_MATCH)) {
        weft_may_be_quiet();
    }
    note(request, -1);
    request->phase = WEFT_DONE;
}

#if !WEFT_SMALL
/* Closes the receive window of a rank: a posted receive keeps it closed whatever the other counters are. */
static inline void close_receive_window(int32_t rank)
{
    weft_engine.traffic[rank].receive_word = 0;
    weft_self()->peers[rank].receive_word = 0;
#ifdef WEFT_LINK_HAS_ENDS
    weft_fast_lapse(false, true);
#endif
}

void weft_receive_post(struct weft_request *request)
{
    const int32_t rank = request->envelope.rank;
    request->phase = WEFT_RECEIVE_MATCH;
    weft_list_append(&weft_engine.posted, &request->node);
    if (rank == WEFT_ANY) {
        weft_hold_receive_windows(1);
    } else if (weft_engine.traffic[rank].posted++ == 0) {
        close_receive_window(rank);
    }
}
#endif

void weft_message_keep(struct weft_message *message)
{
    const int32_t rank = message->envelope.rank;
    weft_list_append(&weft_engine.kept, &message->node);
    add_to_traffic(&weft_engine.traffic[rank].kept, rank, 1);
}

WEFT_CALLED void weft_message_unlink(struct weft_message *message)
{
    const int32_t rank = message->envelope.rank;
    weft_list_take_out(&weft_engine.kept, &message->node);
    add_to_traffic(&weft_engine.traffic[rank].kept, rank, -1);
}

#if !WEFT_GROWS
#define BYTES_OF_SLOTS (WEFT_SLOTS * (uint32_t)sizeof(struct weft_slot))
#define BYTES_OF_RTS ((uint32_t)sizeof weft_store.rts)

/* The memory of a pool: its start, its length and that of an element in bytes, and the error message if it is full. */
struct memory {
    void *first;
    uint32_t bytes;
    uint32_t size;
    const char *complaint;
};

__attribute__((noinline)) static void *take(struct weft_pool *pool, const struct memory *memory)
{
    struct weft_node *const node = pool->free;
    const uint32_t used = pool->used;
    if (node) {
        pool->free = node->next;
        return node;
    }
    if (used == memory->bytes) {
        weft_fatal(memory->complaint);
    }
    pool->used = used + memory->size;
    return (uint8_t *)memory->first + used;
}

#if WEFT_CREDIT_ON_DEMAND
/* Adds a slot if there is none, for the first message of a peer, for which no slot is reserved. */
static void add_slot(void)
{
    const struct weft_pool *const slots = &weft_engine.slots;
    if (!slots->free && slots->used == BYTES_OF_SLOTS && !weft_slots_add(1)) {
        weft_fatal("the heap has no room for the first messages of more ranks");
    }
}

/* Adds memory for an RTS if there is none: each peer may send as many RTS of small messages as it keeps copies
 * (copied.c). */
static void add_rts(void)
{
    struct weft_pool *const pool = &weft_engine.rts_pool;
    if (!pool->free && pool->used == BYTES_OF_RTS) {
        pool->free = weft_rts_add();
    }
}
#else
static void add_slot(void)
{
}

static void add_rts(void)
{
}
#endif

/* Credits guarantee a free slot, unless a peer was built with another number of credits. */
struct weft_slot *weft_slot_take(void)
{
    static const struct memory memory = {
        weft_slots, BYTES_OF_SLOTS, sizeof(struct weft_slot),
        "more unexpected messages than credits: build all images with the same WEFT_CREDITS"};
    add_slot();
    return take(&weft_engine.slots, &memory);
}

struct weft_message *weft_rts_take(void)
{
    static const struct memory memory = {
        weft_store.rts, BYTES_OF_RTS, sizeof(struct weft_message),
        "too many messages wait for their receives: build with a larger WEFT_ANNOUNCEMENTS"};
    add_rts();
    return take(&weft_engine.rts_pool, &memory);
}

WEFT_CALLED void weft_message_free(struct weft_message *message)
{
    struct weft_pool *const pool = message->data ? &weft_engine.slots : &weft_engine.rts_pool;
    message->node.next = pool->free;
    pool->free = &message->node;
}
#endif
