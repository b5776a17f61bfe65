/* Functions by which the tests send messages to the engine, and examine what it sends. */
#ifndef WEFT_TEST_MESSAGES_H
#define WEFT_TEST_MESSAGES_H

#include <string.h>

#include "engine/state.h"
#include "test.h"

static inline uint32_t node(int32_t rank)
{
    return 3u - (uint32_t)rank;
}

/* Appends a message to those that the fake link will deliver. */
static inline void comes(int32_t rank, uint32_t label, const void *bytes, uint32_t length)
{
    struct fake_message *const message = &fake.coming[fake.coming_count++];
    message->node = node(rank);
    message->label = label;
    message->length = length;
    memcpy(message->bytes, bytes, length);
}

/* Delivers an eager message of one word with a plain label. */
static inline void word_comes(int32_t rank, uint32_t context, uint32_t tag, uint32_t word)
{
    comes(rank, weft_label(context, tag), &word, sizeof word);
}

static inline void rts_comes(int32_t rank, uint32_t context, int32_t tag, uint32_t length)
{
    const struct weft_rts rts = {tag, context, length, 77};
    comes(rank, WEFT_LABEL_RTS, &rts, sizeof rts);
}

/* Delivers the CTS for the engine's last RTS. */
static inline void cts_comes(int32_t rank, uint32_t total, uint32_t fragment)
{
    const struct weft_cts cts = {weft_engine.cookies, total, fragment};
    comes(rank, WEFT_LABEL_CTS, &cts, sizeof cts);
}

/* Fills a buffer with bytes of which neighbours differ. */
static inline void fill(uint8_t *bytes, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++) {
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    }
}

static inline void send_words(int32_t rank, uint32_t count)
{
    for (uint32_t word = 0; word < count; word++) {
        CHECK(weft_send(&word, rank, 0, 0, sizeof word) == 0);
    }
}

/* Receives one word and returns it. */
static inline uint32_t receive_word(int32_t rank, uint32_t context, int32_t tag)
{
    uint32_t word = 0;
    struct weft_request request;
    weft_receive(&request, &word, rank, tag, context, sizeof word);
    return word;
}

/* Makes progress until the engine has nothing more to do. */
static inline void drain(void)
{
    while (weft_progress()) {
    }
}

static inline const struct fake_message *last_sent(void)
{
    return &fake.sent[fake.sent_count - 1];
}

#endif
