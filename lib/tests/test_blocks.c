/* Eager messages of several blocks: sent at once, kept whole. */
#include "messages.h"
#include "test.h"

static _Alignas(4) uint8_t large[2 * WEFT_LINK_EAGER];

static void several_blocks_go_at_once_with_the_credit_of_one(void)
{
    fill(large, sizeof large);
    for (uint32_t i = 0; i < WEFT_CREDITS; i++) {
        CHECK(weft_send(large, 3, 6, 0, WEFT_LINK_EAGER) == 0);
        CHECK(fake.sent_count == i + 1 && last_sent()->label == weft_label(0, 6));
        CHECK(last_sent()->length == WEFT_LINK_EAGER && memcmp(last_sent()->bytes, large, WEFT_LINK_EAGER) == 0);
    }
    CHECK(HANGS(weft_send(large, 3, 6, 0, WEFT_LINK_EAGER)));
    CHECK(last_sent()->label == WEFT_LABEL_RTS);
}

static void more_than_goes_at_once_needs_a_ready_to_send(void)
{
    CHECK(HANGS(weft_send(large, 3, 6, 0, WEFT_LINK_EAGER + 1)));
    CHECK(last_sent()->label == WEFT_LABEL_RTS);
}

static void returned_credit_is_seen_by_a_message_of_several_blocks(void)
{
    send_words(3, WEFT_CREDITS);
    fake.signalled[node(3)] = true;
    CHECK(weft_send(large, 3, 6, 0, WEFT_LINK_EAGER) == 0);
    CHECK(last_sent()->label == weft_label(0, 6) && last_sent()->length == WEFT_LINK_EAGER);
}

/* While the rank sleeps in the send, it would not take messages that arrive, so it takes them first. */
static void several_blocks_go_when_what_has_come_is_taken(void)
{
    word_comes(2, 0, 9, 5);
    CHECK(weft_send(large, 3, 6, 0, WEFT_LINK_EAGER) == 0);
    CHECK(weft_link_head() == 0 && fake.sent_count == 1 && last_sent()->label == weft_label(0, 6));
    CHECK(receive_word(2, 0, 9) == 5);
}

static void several_blocks_wait_where_a_request_is_under_way(void)
{
    const struct weft_envelope envelope = {2, 6, 0, 1000};
    struct weft_request request;
    weft_send_start(&request, large, NULL, &envelope, false);
    CHECK(HANGS(weft_send(large, 3, 6, 0, WEFT_LINK_EAGER)));
    CHECK(fake.sent_count == 2 && last_sent()->label == WEFT_LABEL_RTS);
}

static void unexpected_messages_of_several_blocks_are_kept(void)
{
    uint8_t to[WEFT_LINK_EAGER];
    struct weft_request request;
    fill(large, sizeof large);
    comes(2, weft_label(0, 4), large, WEFT_LINK_EAGER);
    drain();
    weft_receive(&request, to, 2, 4, 0, sizeof to);
    CHECK(request.total == WEFT_LINK_EAGER && memcmp(to, large, sizeof to) == 0);
}

static void several_blocks_go_straight_to_a_larger_buffer(void)
{
    _Alignas(4) static uint8_t to[4 * WEFT_LINK_EAGER];
    struct weft_request request;
    fill(large, sizeof large);
    for (uint32_t i = 0; i < WEFT_CREDIT_BATCH; i++) {
        comes(2, weft_label(0, 4), large, WEFT_LINK_EAGER - i);
        weft_receive(&request, to, 2, 4, 0, sizeof to);
        CHECK(request.total == WEFT_LINK_EAGER - i && memcmp(to, large, WEFT_LINK_EAGER - i) == 0);
    }
    CHECK(fake.given[node(2)] == 1);
}

int main(void)
{
    RUN(several_blocks_go_at_once_with_the_credit_of_one);
    RUN(more_than_goes_at_once_needs_a_ready_to_send);
    RUN(returned_credit_is_seen_by_a_message_of_several_blocks);
    RUN(several_blocks_go_when_what_has_come_is_taken);
    RUN(several_blocks_wait_where_a_request_is_under_way);
    RUN(unexpected_messages_of_several_blocks_are_kept);
    RUN(several_blocks_go_straight_to_a_larger_buffer);
    return test_result();
}
