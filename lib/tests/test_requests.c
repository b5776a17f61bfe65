/* Several pending messages: their order, and what the fast paths may do meanwhile. */
#include "engine/meet.h"
#include "messages.h"
#include "test.h"

static uint32_t large[2][100];

static void start_send(struct weft_request *request, int32_t tag, const void *data, uint32_t length, bool synchronous)
{
    const struct weft_envelope envelope = {3, tag, 0, length};
    weft_send_start(request, data, NULL, &envelope, synchronous);
}

static void start_receive(struct weft_request *request, int32_t rank, int32_t tag, void *data, uint32_t room)
{
    const struct weft_envelope envelope = {rank, tag, 0, room};
    weft_receive_start(request, data, NULL, &envelope);
}

static void what_was_refused_goes_before_what_follows(void)
{
    struct weft_request requests[2];
    const uint32_t words[2] = {10, 20};
    fake.refusals = 1;
    start_send(&requests[0], 5, &words[0], 4, false);
    start_send(&requests[1], 6, &words[1], 4, false);
    CHECK(fake.sent_count == 0 && weft_send_windows[3] < 0);
    fake.refusals = 1;
    weft_progress();
    CHECK(fake.sent_count == 0);
    weft_progress();
    CHECK(fake.sent_count == 2 && fake.sent[0].label == weft_label(0, 5) && fake.sent[1].label == weft_label(0, 6));
    CHECK(requests[0].phase == WEFT_DONE && requests[1].phase == WEFT_DONE && weft_send_windows[3] >= 0);
}

static void a_refusal_by_one_rank_does_not_stop_another(void)
{
    struct weft_request requests[2];
    const struct weft_envelope other = {2, 0, 0, 4};
    fake.refusals = 1;
    start_send(&requests[0], 5, large, 4, false);
    weft_send_start(&requests[1], large, NULL, &other, false);
    CHECK(fake.sent_count == 1 && last_sent()->node == node(2));
}

static void messages_may_be_cleared_in_any_order(void)
{
    struct weft_request requests[2];
    start_send(&requests[0], 5, large[0], 400, false);
    start_send(&requests[1], 6, large[1], 200, false);
    const struct weft_cts second = {requests[1].cookie, 200, WEFT_LINK_STREAM};
    comes(3, WEFT_LABEL_CTS, &second, sizeof second);
    drain();
    CHECK(requests[1].phase == WEFT_DONE && requests[0].phase == WEFT_SEND_AWAIT && last_sent()->length == 200);
    const struct weft_cts first = {requests[0].cookie, 400, WEFT_LINK_STREAM};
    comes(3, WEFT_LABEL_CTS, &first, sizeof first);
    drain();
    CHECK(requests[0].phase == WEFT_DONE && last_sent()->length == 400);
}

static void data_come_in_the_order_of_the_cts(void)
{
    struct weft_request requests[2];
    uint32_t first[100] = {0};
    uint32_t second[50] = {0};
    start_receive(&requests[0], 0, 5, first, sizeof first);
    start_receive(&requests[1], 0, 6, second, sizeof second);
    rts_comes(0, 0, 6, sizeof second);
    rts_comes(0, 0, 5, sizeof first);
    large[0][0] = 66;
    large[1][0] = 55;
    comes(0, WEFT_LABEL_DATA, large[0], sizeof second);
    comes(0, WEFT_LABEL_DATA, large[1], sizeof first);
    drain();
    CHECK(requests[0].phase == WEFT_DONE && requests[1].phase == WEFT_DONE && first[0] == 55 && second[0] == 66);
}

static void data_of_different_ranks_do_not_mix(void)
{
    struct weft_request requests[2];
    uint32_t first[100] = {0};
    uint32_t second[100] = {0};
    start_receive(&requests[0], 0, 5, first, sizeof first);
    start_receive(&requests[1], 2, 5, second, sizeof second);
    rts_comes(0, 0, 5, sizeof first);
    rts_comes(2, 0, 5, sizeof second);
    large[0][0] = 20;
    large[1][0] = 10;
    comes(2, WEFT_LABEL_DATA, large[0], sizeof second);
    comes(0, WEFT_LABEL_DATA, large[1], sizeof first);
    drain();
    CHECK(requests[0].phase == WEFT_DONE && requests[1].phase == WEFT_DONE && first[0] == 10 && second[0] == 20);
}

static void a_posted_receive_closes_the_window_of_its_rank(void)
{
    struct weft_request request;
    uint32_t word;
    CHECK(weft_self()->peers[0].receive_word != 0);
    start_receive(&request, 0, 5, &word, sizeof word);
    CHECK(weft_self()->peers[0].receive_word == 0 && weft_self()->peers[2].receive_word != 0);
    word_comes(0, 0, 5, 1);
    drain();
    CHECK(weft_self()->peers[0].receive_word != 0);
}

static void a_posted_receive_from_any_rank_closes_all(void)
{
    struct weft_request request;
    uint32_t word;
    start_receive(&request, WEFT_ANY, 5, &word, sizeof word);
    CHECK(weft_self()->peers[0].receive_word == 0 && weft_self()->peers[2].receive_word == 0);
    CHECK(weft_receive_withdraw(&request));
    CHECK(weft_self()->peers[0].receive_word != 0 && weft_self()->peers[2].receive_word != 0);
}

static void a_synchronous_send_waits_for_its_receive(void)
{
    struct weft_request request;
    start_send(&request, 5, large, 4, true);
    CHECK(last_sent()->label == WEFT_LABEL_RTS && request.phase == WEFT_SEND_AWAIT);
    cts_comes(3, 4, WEFT_LINK_STREAM);
    drain();
    CHECK(request.phase == WEFT_DONE && last_sent()->label == WEFT_LABEL_DATA && last_sent()->length == 4);
}

static void a_receive_is_taken_back_if_it_is_alone(void)
{
    struct weft_request requests[2];
    uint32_t words[2] = {0};
    start_receive(&requests[0], 0, 5, &words[0], 4);
    start_receive(&requests[1], 0, 5, &words[1], 4);
    CHECK(!weft_receive_reclaim(&requests[0]) && requests[0].phase == WEFT_RECEIVE_MATCH);
    CHECK(weft_self()->peers[0].receive_word == 0);
    CHECK(weft_receive_withdraw(&requests[0]));
    CHECK(weft_receive_reclaim(&requests[1]) && requests[1].phase == WEFT_DONE);
    CHECK(weft_self()->peers[0].receive_word != 0);
}

static void a_receive_from_any_rank_is_never_alone(void)
{
    struct weft_request any, other;
    uint32_t words[2];
    start_receive(&any, WEFT_ANY, 5, &words[0], 4);
    start_receive(&other, 0, 6, &words[1], 4);
    CHECK(!weft_receive_reclaim(&any) && !weft_receive_reclaim(&other));
    CHECK(weft_receive_withdraw(&any) && weft_receive_reclaim(&other));
}

static void a_receive_alone_is_waited_for_whatever_comes_first(void)
{
    struct weft_request request;
    uint32_t word = 0;
    start_receive(&request, 0, 5, &word, 4);
    word_comes(0, 0, 6, 71);
    rts_comes(0, 0, 7, 1000);
    word_comes(2, 0, 5, 72);
    word_comes(0, 0, 5, 73);
    CHECK(weft_receive_reclaim(&request));
    weft_receive(&request, &word, 0, 5, 0, sizeof word);
    CHECK(request.phase == WEFT_DONE && word == 73);
    CHECK(receive_word(2, 0, 5) == 72 && receive_word(0, 0, 6) == 71);
}

static void a_large_receive_alone_answers_its_ready_to_send(void)
{
    struct weft_request request;
    start_receive(&request, 0, 7, large[1], sizeof large[1]);
    rts_comes(0, 0, 7, sizeof large[0]);
    comes(0, WEFT_LABEL_DATA, large[0], sizeof large[0]);
    CHECK(weft_receive_reclaim(&request));
    weft_receive(&request, large[1], 0, 7, 0, sizeof large[1]);
    CHECK(request.phase == WEFT_DONE && request.total == sizeof large[0] && last_sent()->label == WEFT_LABEL_CTS);
}

static void data_alone_are_waited_for_after_those_that_have_come(void)
{
    struct weft_request request;
    start_receive(&request, 0, 7, large[1], sizeof large[1]);
    rts_comes(0, 0, 7, sizeof large[0]);
    comes(0, WEFT_LABEL_DATA, "abcd", 4);
    drain();
    CHECK(request.phase == WEFT_RECEIVE_DATA && request.moved == 4);
    comes(0, WEFT_LABEL_DATA, large[0], sizeof large[0] - 4);
    weft_waited(&request);
    CHECK(request.phase == WEFT_DONE && memcmp(large[1], "abcd", 4) == 0 && weft_engine.promised == 0);
}

static void a_send_alone_sends_its_data_when_it_is_waited_for(void)
{
    struct weft_request request;
    start_send(&request, 5, large[0], sizeof large[0], false);
    cts_comes(3, sizeof large[0], WEFT_LINK_STREAM);
    weft_waited(&request);
    CHECK(request.phase == WEFT_DONE && last_sent()->label == WEFT_LABEL_DATA &&
          last_sent()->length == sizeof large[0]);
}

static void only_an_idle_rank_sleeps_in_the_barrier(void)
{
    struct weft_request request;
    uint32_t word;
    weft_meet();
    CHECK(fake.barriers == 1 && fake.barriers_awake == 0);
    start_receive(&request, 0, 5, &word, sizeof word);
    weft_meet();
    CHECK(fake.barriers == 1 && fake.barriers_awake == 1);
    CHECK(weft_receive_withdraw(&request));
    weft_meet();
    CHECK(fake.barriers == 2);
}

static void a_send_goes_on_in_the_barrier(void)
{
    struct weft_request request;
    start_send(&request, 5, large[0], sizeof large[0], false);
    cts_comes(3, sizeof large[0], WEFT_LINK_STREAM);
    weft_meet();
    CHECK(fake.barriers_awake == 1 && request.phase == WEFT_DONE && last_sent()->label == WEFT_LABEL_DATA);
}

static void of_two_sends_the_first_is_left_to_the_engine(void)
{
    struct weft_request requests[2];
    start_send(&requests[0], 5, large[0], sizeof large[0], false);
    start_send(&requests[1], 5, large[0], sizeof large[0], false);
    weft_waited(&requests[0]);
    CHECK(requests[0].phase == WEFT_SEND_AWAIT && requests[1].phase == WEFT_SEND_AWAIT);
}

static void a_message_taken_out_of_the_queue_is_received_alone(void)
{
    struct weft_request request;
    uint32_t word = 0;
    const struct weft_envelope any = {WEFT_ANY, WEFT_ANY, 0, 4};
    word_comes(0, 0, 5, 71);
    word_comes(0, 0, 5, 72);
    drain();
    struct weft_message *const message = weft_find_kept(&any);
    weft_message_unlink(message);
    CHECK(receive_word(0, 0, 5) == 72);
    weft_receive_message(&request, &word, NULL, sizeof word, message);
    CHECK(request.phase == WEFT_DONE && word == 71);
}

static void a_large_message_to_oneself_waits_for_its_receive(void)
{
    struct weft_request send;
    struct weft_request receive;
    const struct weft_envelope envelope = {1, 0, 0, sizeof large[0]};
    large[0][99] = 9;
    weft_send_start(&send, large[0], NULL, &envelope, false);
    CHECK(send.phase == WEFT_SEND_AWAIT);
    weft_receive_start(&receive, large[1], NULL, &envelope);
    CHECK(send.phase == WEFT_DONE && receive.phase == WEFT_DONE && large[1][99] == 9);
}

/* A layout with every second byte of the buffer. */
static void every_second(const struct weft_layout *layout, uint8_t *buffer, uint32_t offset, uint8_t *bytes,
                         uint32_t length, bool in)
{
    (void)layout;
    for (uint32_t i = 0; i < length; i++) {
        uint8_t *const at = &buffer[2 * (offset + i)];
        *(in ? at : &bytes[i]) = in ? bytes[i] : *at;
    }
}

static void data_in_pieces_are_collected_and_spread(void)
{
    static const struct weft_layout layout = {every_second};
    static uint8_t from[1200];
    static uint8_t to[1200];
    struct weft_request send;
    struct weft_request receive;
    const struct weft_envelope envelope = {1, 0, 0, 600};
    for (uint32_t i = 0; i < sizeof from; i++) {
        from[i] = (uint8_t)(i * 3 + i / 256);
    }
    weft_send_start(&send, from, &layout, &envelope, false);
    weft_receive_start(&receive, to, &layout, &envelope);
    CHECK(receive.phase == WEFT_DONE);
    for (uint32_t i = 0; i < sizeof to; i++) {
        CHECK(to[i] == (i % 2 == 0 ? from[i] : 0));
    }
}

static void too_many_rts_stop_the_program(void)
{
    for (uint32_t i = 0; i < FAKE_MESSAGES - 1 && i <= WEFT_ANNOUNCEMENTS; i++) {
        rts_comes(0, 0, 1, 1000);
    }
    drain();
    struct weft_envelope oldest;
    CHECK(weft_engine_kept(&oldest) == FAKE_MESSAGES - 1);
    weft_engine.rts_pool.used = sizeof weft_store.rts;
    rts_comes(0, 0, 1, 1000);
    CHECK(STOPS(drain()));
}

int main(void)
{
    RUN(what_was_refused_goes_before_what_follows);
    RUN(a_refusal_by_one_rank_does_not_stop_another);
    RUN(messages_may_be_cleared_in_any_order);
    RUN(data_come_in_the_order_of_the_cts);
    RUN(data_of_different_ranks_do_not_mix);
    RUN(a_posted_receive_closes_the_window_of_its_rank);
    RUN(a_posted_receive_from_any_rank_closes_all);
    RUN(a_synchronous_send_waits_for_its_receive);
    RUN(a_receive_is_taken_back_if_it_is_alone);
    RUN(a_receive_from_any_rank_is_never_alone);
    RUN(a_receive_alone_is_waited_for_whatever_comes_first);
    RUN(a_large_receive_alone_answers_its_ready_to_send);
    RUN(data_alone_are_waited_for_after_those_that_have_come);
    RUN(a_send_alone_sends_its_data_when_it_is_waited_for);
    RUN(only_an_idle_rank_sleeps_in_the_barrier);
    RUN(a_send_goes_on_in_the_barrier);
    RUN(of_two_sends_the_first_is_left_to_the_engine);
    RUN(a_message_taken_out_of_the_queue_is_received_alone);
    RUN(a_large_message_to_oneself_waits_for_its_receive);
    RUN(data_in_pieces_are_collected_and_spread);
    RUN(too_many_rts_stop_the_program);
    return test_result();
}
