/* A fake link of two arrays: one records what the engine sends, the other holds what it will receive.
 *
 * Ranks are on nodes in reverse order, so that a test detects a rank that is used as a node or the reverse. */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

#define WEFT_LINK_STREAM 32704u
#define FAKE_MESSAGES 256

struct fake_message {
    uint32_t node; /* destination or source */
    uint32_t label;
    uint32_t length;
    bool streamed;
    uint8_t bytes[WEFT_LINK_STREAM];
};

struct fake_link {
    struct fake_message sent[FAKE_MESSAGES];
    uint32_t sent_count;
    struct fake_message coming[FAKE_MESSAGES];
    uint32_t coming_first;
    uint32_t coming_count;
    uint32_t refusals;          /* number of next sends to refuse */
    bool shares_room;           /* weft_link_stream() fails while a message is at the head */
    uint32_t rests;             /* number of sleeps for a refused send */
    uint32_t given[WEFT_CORES]; /* credit signals to a node */
    bool signalled[WEFT_CORES]; /* credit signals from a node */
    uint32_t barriers;          /* in which this rank slept */
    uint32_t barriers_awake;    /* in which it made progress until nothing moved */
};

extern struct fake_link fake;

/* Called where the engine would sleep forever. */
_Noreturn void fake_would_hang(void);

#define WEFT_LINK_OFFER WEFT_LINK_BLOCK

static inline uint32_t weft_link_piece(uint32_t total)
{
    (void)total;
    return WEFT_LINK_STREAM;
}

static inline void weft_link_start(uint32_t node, uint32_t count)
{
    (void)node;
    (void)count;
}

static inline void weft_link_stop(void)
{
}

static inline void weft_link_resume(void)
{
}

static inline weft_word weft_link_head(void)
{
    if (fake.coming_first == fake.coming_count) {
        return 0;
    }
    const struct fake_message *const message = &fake.coming[fake.coming_first];
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, message->node) |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, message->label) | message->length;
}

static inline weft_word weft_link_wait_head(void)
{
    if (weft_link_head() == 0) {
        fake_would_hang();
    }
    return weft_link_head();
}

static inline void weft_link_meet(uint32_t node)
{
    (void)node;
}

static inline void weft_link_take(void *buffer)
{
    const struct fake_message *const message = &fake.coming[fake.coming_first++];
    for (uint32_t i = 0; i < message->length; i++) {
        ((uint8_t *)buffer)[i] = message->bytes[i];
    }
}

static inline void fake_note(uint32_t node, uint32_t label, const void *buffer, uint32_t length, bool streamed)
{
    struct fake_message *const message = &fake.sent[fake.sent_count++];
    message->node = node;
    message->label = label;
    message->length = length;
    message->streamed = streamed;
    for (uint32_t i = 0; i < length; i++) {
        message->bytes[i] = ((const uint8_t *)buffer)[i];
    }
}

static inline bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    if (fake.refusals > 0) {
        fake.refusals--;
        return false;
    }
    fake_note(node, label, buffer, length, false);
    return true;
}

/* Also recorded in `sent`: a fast path uses the same link. */
static inline bool weft_fast_send_several(int32_t window, const void *data, uint32_t length, uint32_t rank,
                                          uint32_t label, uint32_t context)
{
    (void)context;
    if (window < 0 || weft_link_head() != 0 || !weft_link_try_send((uint32_t)window, label, data, length)) {
        return false;
    }
    if (--weft_self()->peers[rank].credits == 0) {
        weft_credit_spent((int32_t)rank);
    }
    return true;
}

static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    if (fake.shares_room && weft_link_head() != 0) {
        return false;
    }
    fake_note(node, label, buffer, length, true);
    return true;
}

static inline void weft_link_rest(void)
{
    fake.rests++;
}

#if WEFT_LINK_HAS_BARRIER
static inline void weft_link_barrier(uint32_t count)
{
    (void)count;
    fake.barriers++;
}

static inline void weft_link_barrier_awake(uint32_t count, bool (*progress)(void))
{
    (void)count;
    fake.barriers_awake++;
    while (progress()) {
    }
}
#endif

static inline void weft_link_give_credit(uint32_t node)
{
    fake.given[node]++;
}

static inline bool weft_link_take_credit(uint32_t node)
{
    const bool signalled = fake.signalled[node];
    fake.signalled[node] = false;
    return signalled;
}

#include "link/link.h"

#endif
