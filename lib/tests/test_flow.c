/* Flow control: credits, the rendezvous, pieces, refusals. */
#include "messages.h"
#include "test.h"

static _Alignas(4) uint8_t large[70000];

static void a_small_message_goes_at_once(void)
{
    const uint32_t word = 17;
    CHECK(weft_send(&word, 3, 6, 0, sizeof word) == 0);
    CHECK(fake.sent_count == 1 && last_sent()->node == node(3) && last_sent()->label == weft_label(0, 6));
    CHECK(last_sent()->length == 4 && last_sent()->bytes[0] == 17);
}

static void a_large_tag_is_sent_in_the_payload(void)
{
    struct weft_eager_head head;
    CHECK(weft_send("abc", 3, 128, 0, 3) == 0);
    memcpy(&head, last_sent()->bytes, sizeof head);
    CHECK(last_sent()->label == WEFT_LABEL_EAGER && last_sent()->length == sizeof head + 3);
    CHECK(head.tag == 128 && head.context == 0 && memcmp(last_sent()->bytes + sizeof head, "abc", 3) == 0);
}

static void without_credit_a_ready_to_send_goes_first(void)
{
    const uint32_t word = 99;
    send_words(3, WEFT_CREDITS);
    CHECK(HANGS(weft_send(&word, 3, 0, 0, sizeof word)));
    CHECK(last_sent()->label == WEFT_LABEL_RTS && fake.sent_count == WEFT_CREDITS + 1);
}

static void credits_to_one_rank_are_not_those_to_another(void)
{
    send_words(3, WEFT_CREDITS);
    send_words(2, 1);
    CHECK(last_sent()->node == node(2) && last_sent()->label == weft_label(0, 0));
}

static void returned_credit_opens_the_way(void)
{
    send_words(3, WEFT_CREDITS);
    fake.signalled[node(3)] = true;
    send_words(3, WEFT_CREDIT_BATCH);
    CHECK(fake.sent_count == WEFT_CREDITS + WEFT_CREDIT_BATCH && last_sent()->label == weft_label(0, 0));
    const uint32_t word = 0;
    CHECK(HANGS(weft_send(&word, 3, 0, 0, sizeof word)));
}

static void consumed_blocks_are_given_back_in_batches(void)
{
    for (uint32_t i = 0; i < 2 * WEFT_CREDIT_BATCH; i++) {
        word_comes(2, 0, 0, i);
        CHECK(receive_word(2, 0, 0) == i);
        CHECK(fake.given[node(2)] == (i + 1) / WEFT_CREDIT_BATCH);
    }
    CHECK(fake.given[node(3)] == 0 && fake.given[node(0)] == 0);
}

static void a_kept_block_is_given_back_when_it_is_received(void)
{
    for (uint32_t i = 0; i < WEFT_CREDIT_BATCH; i++) {
        word_comes(2, 0, 0, i);
    }
    drain();
    CHECK(fake.given[node(2)] == 0);
    for (uint32_t i = 0; i < WEFT_CREDIT_BATCH; i++) {
        receive_word(2, 0, 0);
    }
    CHECK(fake.given[node(2)] == 1);
}

static void a_credit_given_early_is_not_given_twice(void)
{
    for (uint32_t i = 0; i < WEFT_CREDIT_BATCH - 1; i++) {
        word_comes(2, 0, 0, i);
        receive_word(2, 0, 0);
    }
    weft_credit_settle(2);
    CHECK(fake.given[node(2)] == 1);
    for (uint32_t i = 0; i < WEFT_CREDIT_BATCH; i++) {
        word_comes(2, 0, 0, i);
        receive_word(2, 0, 0);
    }
    CHECK(fake.given[node(2)] == 1);
    word_comes(2, 0, 0, 0);
    receive_word(2, 0, 0);
    CHECK(fake.given[node(2)] == 2);
}

static void all_that_credits_allow_is_kept(void)
{
    static const int32_t others[] = {0, 2, 3};
    for (uint32_t i = 0; i < WEFT_CREDITS; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            word_comes(others[k], 0, 1, i);
        }
    }
    for (uint32_t k = 0; k < 3; k++) {
        rts_comes(others[k], 0, 1, 1000);
    }
    word_comes(0, 0, 2, 1234);
    drain();
    struct weft_envelope oldest;
    CHECK(weft_engine_kept(&oldest) == 3 * (WEFT_CREDITS + 1) + 1);
    CHECK(receive_word(0, 0, 2) == 1234);
    for (uint32_t i = 0; i < WEFT_CREDITS; i++) {
        CHECK(receive_word(3, 0, 1) == i);
    }
}

static void more_than_credits_allow_stops_the_program(void)
{
    for (uint32_t i = 0; i <= WEFT_SLOTS; i++) {
        word_comes(0, 0, 1, i);
    }
    CHECK(STOPS(drain()));
}

static void a_large_message_takes_rts_cts_and_a_stream(void)
{
    struct weft_rts said;
    fill(large, sizeof large);
    weft_engine.cookies = 4;
    const struct weft_cts cts = {5, 70000, WEFT_LINK_STREAM};
    comes(3, WEFT_LABEL_CTS, &cts, sizeof cts);
    CHECK(weft_send(large, 3, 1, 0, 70000) == 0);
    memcpy(&said, fake.sent[0].bytes, sizeof said);
    CHECK(fake.sent[0].label == WEFT_LABEL_RTS && said.length == 70000 && said.tag == 1 && said.cookie == 5);
    CHECK(fake.sent_count == 4 && fake.sent[1].length == WEFT_LINK_STREAM && fake.sent[3].length == 70000 - 65408);
    CHECK(fake.sent[1].streamed && memcmp(fake.sent[2].bytes, large + WEFT_LINK_STREAM, WEFT_LINK_STREAM) == 0);
}

static void a_receiver_that_takes_small_pieces_gets_them(void)
{
    fill(large, sizeof large);
    weft_engine.cookies = 4;
    const struct weft_cts cts = {5, 600, WEFT_BOUNCE};
    comes(3, WEFT_LABEL_CTS, &cts, sizeof cts);
    CHECK(weft_send(large, 3, 1, 0, 1000) == 0);
    CHECK(fake.sent_count == 4 && fake.sent[1].length == WEFT_BOUNCE && fake.sent[3].length == 600 - 2 * WEFT_BOUNCE);
}

static void an_unaligned_buffer_is_sent_in_pieces(void)
{
    fill(large, sizeof large);
    weft_engine.cookies = 4;
    const struct weft_cts cts = {5, 600, WEFT_LINK_STREAM};
    comes(3, WEFT_LABEL_CTS, &cts, sizeof cts);
    CHECK(weft_send(large + 1, 3, 1, 0, 600) == 0);
    CHECK(fake.sent_count == 4 && memcmp(fake.sent[2].bytes, large + 1 + WEFT_BOUNCE, WEFT_BOUNCE) == 0);
}

static void a_large_message_is_received_where_it_belongs(void)
{
    static uint32_t to[17500];
    struct weft_request request;
    struct weft_cts cts;
    fill(large, sizeof large);
    rts_comes(0, 0, 3, 70000);
    comes(0, WEFT_LABEL_DATA, large, WEFT_LINK_STREAM);
    word_comes(2, 0, 3, 55);
    comes(0, WEFT_LABEL_DATA, large + WEFT_LINK_STREAM, WEFT_LINK_STREAM);
    comes(0, WEFT_LABEL_DATA, large + 65408, 70000 - 65408);
    weft_receive(&request, to, 0, 3, 0, sizeof to);
    memcpy(&cts, fake.sent[0].bytes, sizeof cts);
    CHECK(fake.sent_count == 1 && fake.sent[0].label == WEFT_LABEL_CTS && fake.sent[0].node == node(0));
    CHECK(cts.cookie == 77 && cts.total == 70000 && cts.fragment == WEFT_LINK_STREAM);
    CHECK(request.total == 70000 && memcmp(to, large, 70000) == 0);
    CHECK(receive_word(2, 0, 3) == 55);
}

static void a_large_message_is_truncated_at_the_sender(void)
{
    static uint32_t to[26];
    struct weft_request request;
    struct weft_cts cts;
    fill(large, sizeof large);
    rts_comes(0, 0, 3, 70000);
    comes(0, WEFT_LABEL_DATA, large, 100);
    weft_receive(&request, to, 0, 3, 0, 100);
    memcpy(&cts, fake.sent[0].bytes, sizeof cts);
    CHECK(cts.total == 100 && weft_is_truncated(&request) && request.total == 100 && request.envelope.length == 70000);
    CHECK(memcmp(to, large, 100) == 0 && to[25] == 0);
}

static void an_unaligned_receiver_asks_for_pieces(void)
{
    static uint8_t to[700];
    struct weft_request request;
    struct weft_cts cts;
    fill(large, sizeof large);
    rts_comes(0, 0, 3, 600);
    for (uint32_t at = 0; at < 600; at += WEFT_BOUNCE) {
        comes(0, WEFT_LABEL_DATA, large + at, 600 - at < WEFT_BOUNCE ? 600 - at : WEFT_BOUNCE);
    }
    weft_receive(&request, to + 3, 0, 3, 0, 650);
    memcpy(&cts, fake.sent[0].bytes, sizeof cts);
    CHECK(cts.fragment == WEFT_BOUNCE && request.total == 600 && memcmp(to + 3, large, 600) == 0);
}

static void an_rts_of_another_message_is_kept(void)
{
    static uint32_t to[100];
    struct weft_request request;
    fill(large, sizeof large);
    rts_comes(0, 0, 8, 400);
    rts_comes(0, 0, 3, 400);
    comes(0, WEFT_LABEL_DATA, large, 400);
    weft_receive(&request, to, 0, 3, 0, sizeof to);
    CHECK(memcmp(to, large, 400) == 0 && request.envelope.tag == 3);
    comes(0, WEFT_LABEL_DATA, large + 400, 400);
    weft_receive(&request, to, 0, 8, 0, sizeof to);
    CHECK(memcmp(to, large + 400, 400) == 0 && request.envelope.tag == 8);
}

static void a_message_without_bytes_ends_with_the_cts(void)
{
    struct weft_request request;
    rts_comes(0, 0, 3, 0);
    weft_receive(&request, NULL, 0, 3, 0, 0);
    CHECK(fake.sent[0].label == WEFT_LABEL_CTS && request.total == 0);
}

static void a_refused_message_is_tried_again_while_others_are_taken(void)
{
    const uint32_t word = 3;
    fake.refusals = 3;
    word_comes(0, 0, 1, 44);
    CHECK(weft_send(&word, 3, 0, 0, sizeof word) == 0);
    CHECK(fake.sent_count == 1 && fake.coming_first == 1 && fake.rests > 0);
    CHECK(receive_word(0, 0, 1) == 44);
}

static void a_refused_cts_is_offered_again(void)
{
    static uint32_t to[100];
    struct weft_request request;
    fake.refusals = 2;
    rts_comes(0, 0, 3, 400);
    CHECK(HANGS(weft_receive(&request, to, 0, 3, 0, sizeof to)));
    CHECK(fake.sent_count == 1 && last_sent()->label == WEFT_LABEL_CTS && fake.rests > 0);
}

static void a_refused_rts_is_offered_again(void)
{
    fake.refusals = 2;
    CHECK(HANGS(weft_send(large, 2, 0, 0, 400)));
    CHECK(fake.sent_count == 1 && last_sent()->label == WEFT_LABEL_RTS && fake.rests > 0);
}

static void who_has_promised_to_receive_does_not_sleep_in_sending(void)
{
    static uint32_t to[100];
    struct weft_request receive;
    struct weft_request send;
    const struct weft_envelope in = {0, 0, 0, 400};
    const struct weft_envelope out = {2, 0, 0, 400};
    fill(large, sizeof large);
    weft_receive_start(&receive, to, NULL, &in);
    weft_send_start(&send, large, NULL, &out, false);
    rts_comes(0, 0, 0, 400);
    cts_comes(2, 400, WEFT_LINK_STREAM);
    comes(0, WEFT_LABEL_DATA, large, 400);
    weft_wait(&send);
    weft_wait(&receive);
    CHECK(fake.sent_count == 2 + 7 && memcmp(to, large, 400) == 0);
    for (uint32_t i = 2; i < fake.sent_count; i++) {
        CHECK(!fake.sent[i].streamed && fake.sent[i].length <= WEFT_LINK_BLOCK);
    }
}

/* In one piece, and in several. */
static void what_must_be_taken_before_data_are_streamed_is_taken(void)
{
    static const uint32_t fragments[] = {WEFT_LINK_STREAM, 200};
    fill(large, sizeof large);
    fake.shares_room = true;
    for (uint32_t i = 0; i < 2; i++) {
        const struct weft_cts cts = {weft_engine.cookies + 1, 600, fragments[i]};
        comes(3, WEFT_LABEL_CTS, &cts, sizeof cts);
        word_comes(2, 0, 0, i);
        CHECK(weft_send(large, 3, 1, 0, 600) == 0);
        CHECK(receive_word(2, 0, 0) == i);
    }
    CHECK(fake.sent_count == 1 + 1 + 1 + 3 && fake.sent[1].length == 600 && fake.sent[5].length == 200);
    CHECK(memcmp(fake.sent[5].bytes, large + 400, 200) == 0);
}

static void what_nobody_asked_for_stops_the_program(void)
{
    comes(0, WEFT_LABEL_DATA, "abcd", 4);
    CHECK(STOPS(drain()));
}

int main(void)
{
    RUN(a_small_message_goes_at_once);
    RUN(a_large_tag_is_sent_in_the_payload);
    RUN(without_credit_a_ready_to_send_goes_first);
    RUN(credits_to_one_rank_are_not_those_to_another);
    RUN(returned_credit_opens_the_way);
    RUN(consumed_blocks_are_given_back_in_batches);
    RUN(a_kept_block_is_given_back_when_it_is_received);
    RUN(a_credit_given_early_is_not_given_twice);
    RUN(all_that_credits_allow_is_kept);
    RUN(more_than_credits_allow_stops_the_program);
    RUN(a_large_message_takes_rts_cts_and_a_stream);
    RUN(a_receiver_that_takes_small_pieces_gets_them);
    RUN(an_unaligned_buffer_is_sent_in_pieces);
    RUN(a_large_message_is_received_where_it_belongs);
    RUN(a_large_message_is_truncated_at_the_sender);
    RUN(an_unaligned_receiver_asks_for_pieces);
    RUN(an_rts_of_another_message_is_kept);
    RUN(a_message_without_bytes_ends_with_the_cts);
    RUN(a_refused_message_is_tried_again_while_others_are_taken);
    RUN(a_refused_cts_is_offered_again);
    RUN(a_refused_rts_is_offered_again);
    RUN(who_has_promised_to_receive_does_not_sleep_in_sending);
    RUN(what_must_be_taken_before_data_are_streamed_is_taken);
    RUN(what_nobody_asked_for_stops_the_program);
    return test_result();
}
